package dev.assay.configuration;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/// An `assay.yml` file. Every value is read as text, so that a password of digits is not parsed as
/// a number.
final class SettingsFile {
  private static final int LARGEST_BYTES = 256 * 1024;

  private final Path file;
  private final List<String> problems;
  private final List<SettingsReader.Entry> entries = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();

  private SettingsFile(Path file, List<String> problems) {
    this.file = file;
    this.problems = problems;
  }

  static List<SettingsReader.Entry> read(Path file, List<String> problems) {
    SettingsFile settings = new SettingsFile(file, problems);
    try {
      if (Files.size(file) > LARGEST_BYTES) {
        problems.add(file + ": larger than " + LARGEST_BYTES / 1024 + " KiB");
        return List.of();
      }
      settings.readTree(compose(Files.readString(file)));
    } catch (CharacterCodingException e) {
      problems.add(file + ": is not UTF-8 text");
    } catch (IOException e) {
      problems.add(file + ": cannot be read (" + e + ")");
    } catch (MarkedYAMLException e) {
      problems.add(
          file
              + (e.getProblemMark() == null ? "" : ":" + (e.getProblemMark().getLine() + 1))
              + ": is not YAML: "
              + e.getProblem());
    } catch (YAMLException e) {
      problems.add(file + ": is not YAML: " + e.getMessage());
    }
    return settings.entries;
  }

  private static @Nullable Node compose(String text) {
    LoaderOptions options = new LoaderOptions();
    options.setMaxAliasesForCollections(0);
    Resolver textOnly =
        new Resolver() {
          @Override
          protected void addImplicitResolvers() {}
        };
    DumperOptions dumper = new DumperOptions();
    return new Yaml(
            new SafeConstructor(options), new Representer(dumper), dumper, options, textOnly)
        .compose(new java.io.StringReader(text));
  }

  private void readTree(@Nullable Node root) {
    if (root == null || (root instanceof ScalarNode scalar && scalar.getValue().isBlank())) {
      return;
    }
    if (!(root instanceof MappingNode mapping)) {
      problem(root, "expected keys and values, such as \"assay.server.port: 8080\"");
      return;
    }
    readMapping("", mapping);
  }

  private void readMapping(String prefix, MappingNode mapping) {
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
        problem(tuple.getKeyNode(), "a key must be plain text");
        continue;
      }
      String key = prefix + keyNode.getValue();
      switch (tuple.getValueNode()) {
        case MappingNode inner -> readMapping(key + ".", inner);
        case SequenceNode list -> readList(key, keyNode, list);
        case ScalarNode scalar -> readValue(key, keyNode, scalar.getValue());
        default -> problem(keyNode, key + ": an alias is not allowed here");
      }
    }
  }

  private void readList(String key, Node keyNode, SequenceNode list) {
    if (list.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
      readValue(
          key,
          keyNode,
          list.getValue().stream()
              .map(ScalarNode.class::cast)
              .map(ScalarNode::getValue)
              .collect(Collectors.joining(",")));
    } else {
      problem(keyNode, key + ": a list of plain values was expected");
    }
  }

  private void readValue(String key, Node keyNode, String text) {
    List<String> known = Catalogue.all().stream().<String>map(Setting::key).toList();
    if (!known.contains(key)) {
      problem(keyNode, "unknown key " + key + Suggestion.of(key, known));
    } else if (!seen.add(key)) {
      problem(keyNode, key + " is set twice");
    } else if (!text.isEmpty()) {
      entries.add(new SettingsReader.Entry(key, text, place(keyNode)));
    }
  }

  private void problem(Node node, String what) {
    problems.add(place(node) + ": " + what);
  }

  private String place(Node node) {
    return file + ":" + (node.getStartMark().getLine() + 1);
  }
}
