package dev.assay.intake.dependency;

import dev.assay.intake.document.Node;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.dependency.Ecosystem;
import java.util.Locale;
import java.util.Optional;

/// Reads `dependencies` from the frontmatter, at the top level or under `metadata`.
final class FrontmatterDependencies {
  private static final String FIELD = "dependencies";

  private final SourceText source;
  private final Collector collector;

  FrontmatterDependencies(SourceText source, Collector collector) {
    this.source = source;
    this.collector = collector;
  }

  void read(Node.Fields frontmatter) {
    field(frontmatter);
    if (frontmatter.find("metadata").orElse(null) instanceof Node.Fields metadata) {
      field(metadata);
    }
  }

  private void field(Node.Fields parent) {
    int line = parent.lineOf(FIELD);
    switch (parent.find(FIELD).orElse(null)) {
      case null -> {}
      case Node.Fields groups -> groups(groups);
      case Node.Items items -> items(Ecosystem.PIP, items, line);
      case Node.Text text -> line(text, line);
    }
  }

  /// Reads the short form: `python>=3.8, pandas>=1.5, npm:left-pad@1, apt:jq`.
  private void line(Node.Text text, int line) {
    for (String part : text.text().split(",(?![\\s]*[<>=!~])", -1)) {
      if (!part.isBlank()) {
        String entry = part.strip();
        int colon = entry.indexOf(':');
        Optional<Ecosystem> said =
            colon > 0 ? ecosystem(entry.substring(0, colon)) : Optional.empty();
        boolean python = entry.matches("(?i)python3?\\b\\s*([<>=!~].*)?");
        collector.declare(
            said.orElse(python ? Ecosystem.SYSTEM : Ecosystem.PIP),
            said.isPresent() ? entry.substring(colon + 1) : part,
            source,
            line);
      }
    }
  }

  private void groups(Node.Fields groups) {
    groups
        .fields()
        .forEach(
            (key, value) -> {
              int line = groups.lineOf(key);
              Optional<Ecosystem> ecosystem = ecosystem(key);
              if (ecosystem.isEmpty()) {
                collector.report(
                    DependencyRule.WRONG_TYPE,
                    "\"" + key + "\" is not pip, npm or system.",
                    source,
                    line);
              } else if (value instanceof Node.Items items) {
                items(ecosystem.get(), items, line);
              } else if (!(value instanceof Node.Text text) || !text.text().isBlank()) {
                collector.report(
                    DependencyRule.WRONG_TYPE,
                    "\"" + key + "\" is " + value.kind() + "; it must be a list.",
                    source,
                    line);
              }
            });
  }

  private void items(Ecosystem ecosystem, Node.Items items, int line) {
    for (Node item : items.items()) {
      if (item instanceof Node.Text text) {
        collector.declare(ecosystem, text.text(), source, text.line());
      } else {
        collector.report(
            DependencyRule.WRONG_TYPE,
            "An entry is " + item.kind() + "; it must be text.",
            source,
            Math.max(line, item.line()));
      }
    }
  }

  private static Optional<Ecosystem> ecosystem(String key) {
    return switch (key.toLowerCase(Locale.ROOT)) {
      case "pip", "python" -> Optional.of(Ecosystem.PIP);
      case "npm", "node" -> Optional.of(Ecosystem.NPM);
      case "system", "apt" -> Optional.of(Ecosystem.SYSTEM);
      default -> Optional.empty();
    };
  }
}
