package dev.assay.intake.dependency;

import dev.assay.intake.document.JsonReader;
import dev.assay.intake.document.MalformedDocument;
import dev.assay.intake.document.Node;
import dev.assay.intake.requirement.MalformedRequirement;
import dev.assay.intake.requirement.NpmSpec;
import dev.assay.intake.tree.SourceText;
import java.util.List;

/// Reads the dependencies of a package.json that npm would install.
final class PackageJson {
  private final SourceText source;
  private final Collector collector;

  PackageJson(SourceText source, Collector collector) {
    this.source = source;
    this.collector = collector;
  }

  static boolean is(String path) {
    return (path.equals("package.json") || path.endsWith("/package.json"))
        && !path.contains("node_modules/");
  }

  void read() {
    try {
      if (JsonReader.read(source.text()) instanceof Node.Fields root) {
        for (String group : List.of("dependencies", "optionalDependencies")) {
          root.find(group).ifPresent(node -> group(group, node, root.lineOf(group)));
        }
        return;
      }
      wrongType("package.json is not an object.", 1);
    } catch (MalformedDocument e) {
      collector.report(
          DependencyRule.MALFORMED,
          "This is not valid JSON: " + e.problem() + ".",
          source,
          e.line());
    }
  }

  private void group(String group, Node node, int line) {
    if (!(node instanceof Node.Fields packages)) {
      wrongType("\"" + group + "\" is " + node.kind() + "; it must be an object.", line);
      return;
    }
    packages
        .fields()
        .forEach(
            (name, range) -> {
              int at = packages.lineOf(name);
              if (!(range instanceof Node.Text text) || text.style() == Node.Style.LITERAL) {
                wrongType("The range of \"" + name + "\" must be text.", at);
                return;
              }
              try {
                collector.add(NpmSpec.parse(name, text.text().strip()), source, at);
              } catch (MalformedRequirement e) {
                collector.malformed(name, e, source, at);
              }
            });
  }

  private void wrongType(String message, int line) {
    collector.report(DependencyRule.WRONG_TYPE, message, source, line);
  }
}
