package dev.assay.intake.dependency;

import dev.assay.intake.document.JsonReader;
import dev.assay.intake.document.MalformedDocument;
import dev.assay.intake.document.Node;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the requirements that the frontmatter declares for another runtime: `metadata.openclaw`
/// (`clawdbot`, `moltbot`, `clawdis`) with `requires` and `install`. Packages of pip, npm and apt
/// become dependencies; programs and variables are reported.
final class RuntimeNeeds {
  private static final List<String> RUNTIMES =
      List.of("openclaw", "clawdbot", "moltbot", "clawdis");

  private final SourceText source;
  private final Collector collector;
  private final Map<String, Integer> programs = new LinkedHashMap<>();

  RuntimeNeeds(SourceText source, Collector collector) {
    this.source = source;
    this.collector = collector;
  }

  void read(Node.Fields frontmatter) {
    structure(frontmatter.find("metadata").orElse(null))
        .ifPresent(
            metadata -> {
              for (String runtime : RUNTIMES) {
                structure(metadata.find(runtime).orElse(null)).ifPresent(this::runtime);
              }
            });
  }

  /// Reports programs that no declared package contains.
  void reportMissing() {
    programs.forEach(
        (program, line) -> {
          String brings = Programs.packageOf(program).orElse(program);
          boolean declared =
              collector.requirements().stream()
                  .map(Requirement::name)
                  .anyMatch(name -> name.equals(program) || name.equals(brings));
          if (!declared && !Programs.isAlwaysThere(program)) {
            collector.report(
                DependencyRule.NEEDS_PROGRAM,
                "The skill needs the program " + program + suggestion(program) + ".",
                source,
                line);
          }
        });
  }

  private static String suggestion(String program) {
    return Programs.packageOf(program).map(known -> " (apt:" + known + ")").orElse("");
  }

  private void runtime(Node.Fields runtime) {
    structure(runtime.find("requires").orElse(null))
        .ifPresent(
            requires -> {
              texts(requires.find("bins").orElse(null)).forEach(this::program);
              texts(requires.find("env").orElse(null)).forEach(this::variable);
            });
    if (runtime.find("install").orElse(null) instanceof Node.Items items) {
      for (Node item : items.items()) {
        if (item instanceof Node.Fields entry) {
          install(entry);
        }
      }
    }
  }

  private void install(Node.Fields entry) {
    Optional<Ecosystem> ecosystem =
        switch (texts(entry.find("kind").orElse(null)).stream()
            .findFirst()
            .map(Node.Text::text)
            .orElse("")) {
          case "node", "npm", "pnpm", "bun" -> Optional.of(Ecosystem.NPM);
          case "uv", "pip", "pipx", "python" -> Optional.of(Ecosystem.PIP);
          case "apt" -> Optional.of(Ecosystem.SYSTEM);
          default -> Optional.empty();
        };
    List<Node.Text> packages = new ArrayList<>(texts(entry.find("package").orElse(null)));
    packages.addAll(texts(entry.find("packages").orElse(null)));
    ecosystem.ifPresent(
        known ->
            packages.forEach(
                text -> collector.declareIfReadable(known, text.text(), source, text.line())));
  }

  private void program(Node.Text program) {
    programs.putIfAbsent(program.text(), program.line());
  }

  private void variable(Node.Text variable) {
    collector.report(
        DependencyRule.NEEDS_VARIABLE,
        "The skill needs the variable " + variable.text() + ".",
        source,
        variable.line());
  }

  /// Returns a mapping, also one written as a JSON text, as some runtimes write it.
  private static Optional<Node.Fields> structure(@Nullable Node node) {
    if (node instanceof Node.Fields fields) {
      return Optional.of(fields);
    }
    if (node instanceof Node.Text text && text.text().strip().startsWith("{")) {
      try {
        return JsonReader.read(text.text(), Math.max(1, text.line())) instanceof Node.Fields fields
            ? Optional.of(fields)
            : Optional.empty();
      } catch (MalformedDocument e) {
        return Optional.empty(); // ordinary text that begins with a brace
      }
    }
    return Optional.empty();
  }

  private static List<Node.Text> texts(@Nullable Node node) {
    return switch (node) {
      case Node.Text text when !text.text().isBlank() -> List.of(text);
      case Node.Items items ->
          items.items().stream()
              .filter(Node.Text.class::isInstance)
              .map(Node.Text.class::cast)
              .filter(text -> !text.text().isBlank())
              .toList();
      case null, default -> List.of();
    };
  }
}
