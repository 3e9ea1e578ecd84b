package dev.assay.intake.eval;

import dev.assay.intake.document.JsonReader;
import dev.assay.intake.document.MalformedDocument;
import dev.assay.intake.document.Node;
import dev.assay.intake.document.YamlReader;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.tree.SkillTree;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import dev.assay.skill.eval.Eval;
import dev.assay.skill.eval.Evals;
import dev.assay.skill.eval.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads the author's tests from `evals/`, in the spellings that are in use: JSON, JSON lines and
/// YAML. A file with `eval` or `trigger` in its name is reported when it is not a set of tests or
/// triggers. Another file is read when it looks like such a set, and is an input file otherwise. No
/// finding of this reader refuses a skill.
public final class EvalReader {
  private static final String FOLDER = "evals/";
  private static final Set<String> DOCUMENTS = Set.of(".json", ".jsonl", ".yaml", ".yml");
  private static final List<String> LISTS =
      List.of("evals", "tests", "cases", "test_cases", "scenarios", "questions", "tasks");
  private static final int MOST_LINES = 10_000;
  private static final List<String> QUERIES = List.of("queries", "triggers", "trigger_tests");

  private final SkillTree tree;
  private final FindingList findings;
  private final List<Eval> evals = new ArrayList<>();
  private final List<Trigger> triggers = new ArrayList<>();

  public EvalReader(SkillTree tree, FindingList findings) {
    this.tree = tree;
    this.findings = findings;
  }

  /// Returns whether this reader parses the file.
  public static boolean reads(String path) {
    int dot = path.lastIndexOf('.');
    return path.startsWith(FOLDER)
        && dot > 0
        && DOCUMENTS.contains(path.substring(dot))
        && path.indexOf('/', FOLDER.length()) < 0;
  }

  /// @param name the skill's name, if it could be read
  public Evals read(Sources sources, Optional<String> name) {
    for (SourceText source : sources.texts()) {
      if (source.isWhole() && reads(source.path())) {
        file(source, name);
      }
    }
    for (String path : sources.withoutText(path -> reads(path) && isNamedSo(path))) {
      findings.add(EvalRule.MALFORMED.in(path, path + " is too large, or is not text."));
    }
    return new Evals(evals, triggers);
  }

  private static boolean isNamedSo(String path) {
    String file = path.substring(FOLDER.length());
    return file.contains("eval") || file.contains("trigger");
  }

  private void file(SourceText source, Optional<String> name) {
    try {
      Node root = parse(source);
      if (!understood(source, root, name) && isNamedSo(source.path())) {
        findings.add(
            EvalRule.WRONG_SHAPE.at(
                source.path(),
                1,
                "The file is " + root.kind() + " of another kind.",
                source.excerpt(1)));
      }
    } catch (MalformedDocument e) {
      findings.add(
          EvalRule.MALFORMED.at(
              source.path(),
              e.line(),
              "The file cannot be read: " + e.problem() + ".",
              source.excerpt(e.line())));
    }
  }

  private boolean understood(SourceText source, Node root, Optional<String> name) {
    TriggerSet questions = new TriggerSet(source, findings);
    EvalSet tests = new EvalSet(source, tree, findings, evals, triggers);
    return switch (root) {
      case Node.Items items when TriggerSet.is(items) -> {
        questions.read(items, triggers);
        yield true;
      }
      case Node.Items items when EvalSet.is(items) -> {
        tests.read(items, name);
        yield true;
      }
      case Node.Fields fields -> {
        tests.skillName(fields, name);
        boolean grouped = questions.readGroups(fields, triggers);
        Optional<Node.Items> queries = list(fields, QUERIES).filter(TriggerSet::is);
        queries.ifPresent(items -> questions.read(items, triggers));
        Optional<Node.Items> listed = list(fields, LISTS);
        listed.ifPresent(
            items -> {
              if (TriggerSet.is(items)) {
                questions.read(items, triggers);
              } else {
                tests.read(items, name);
              }
            });
        yield grouped || queries.isPresent() || listed.isPresent();
      }
      default -> false;
    };
  }

  private static Optional<Node.Items> list(Node.Fields fields, List<String> keys) {
    for (String key : keys) {
      if (fields.find(key).orElse(null) instanceof Node.Items items) {
        return Optional.of(items);
      }
    }
    return Optional.empty();
  }

  private static Node parse(SourceText source) throws MalformedDocument {
    return switch (source.extension()) {
      case ".json" -> JsonReader.read(source.text());
      case ".jsonl" -> lines(source);
      default ->
          YamlReader.read(source.text(), 1)
              .orElseThrow(() -> new MalformedDocument(1, "the file is empty"));
    };
  }

  /// Reads one JSON value from each line; blank lines are ignored.
  private static Node lines(SourceText source) throws MalformedDocument {
    List<Node> items = new ArrayList<>();
    for (int line = 1; line <= source.lines(); line++) {
      if (!source.line(line).isBlank()) {
        if (items.size() >= MOST_LINES) {
          throw new MalformedDocument(line, "more than " + MOST_LINES + " lines");
        }
        items.add(JsonReader.read(source.line(line), line));
      }
    }
    return new Node.Items(items, 1);
  }
}
