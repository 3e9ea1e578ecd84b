package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Follows secrets from one script of a skill to another: through a file that one writes and the
/// other sends, or through a function that the other imports.
final class SkillFlows {
  private static final int MOST_FILES = 200;

  private static final Regex TEST =
      new Regex("(?i)(?:^|/)(?:tests?/|test_)|[._-](?:test|spec)\\.\\w+$");

  private final List<Script> scripts = new ArrayList<>();
  private final Map<String, Map<FlowKind, FlowScan.Held>> left = new HashMap<>();

  /// @param handed the secrets that it passes to functions of other scripts
  private record Script(
      SourceText source,
      List<Statements.Unit> units,
      Map<String, Map<FlowKind, FlowScan.Held>> handed) {}

  void look(SourceText source, List<Statements.Unit> written, FindingList findings) {
    List<Statements.Unit> units = Aliases.replaced(source, written);
    FlowScan scan = new FlowScan(source, findings);
    scan.look(units);
    if (!units.isEmpty() && scripts.size() < MOST_FILES) {
      scripts.add(new Script(source, units, scan.handed()));
    }
    if (source.extension().equals(".md") && !source.path().equals("SKILL.md")) {
      return;
    }
    scan.left()
        .forEach(
            (name, held) ->
                held.forEach(
                    left.computeIfAbsent(name, any -> new EnumMap<>(FlowKind.class))::putIfAbsent));
  }

  /// Follows the secrets between the scripts. Call it after the last file.
  void end(FindingList findings) {
    List<Script> givers = scripts.stream().filter(SkillFlows::isGiver).toList();
    if (left.isEmpty() && givers.isEmpty()) {
      return;
    }
    for (Script script : scripts) {
      Map<String, Map<FlowKind, FlowScan.Held>> known = known(script.source());
      Map<String, Map<FlowKind, FlowScan.Held>> given = given(script, givers);
      if (!known.isEmpty() || !given.isEmpty()) {
        new FlowScan(script.source(), findings).look(script.units(), known, given);
      }
    }
  }

  /// Returns whether a script passes secrets to others. Documents only show code, and tests pass
  /// invented values.
  private static boolean isGiver(Script script) {
    String path = script.source().path();
    return !script.handed().isEmpty() && !path.endsWith(".md") && !TEST.finds(path);
  }

  /// Returns the secrets that importing scripts pass to functions of this one.
  private static Map<String, Map<FlowKind, FlowScan.Held>> given(
      Script script, List<Script> givers) {
    Map<String, Map<FlowKind, FlowScan.Held>> given = new HashMap<>();
    String path = script.source().path();
    for (Script giver : givers) {
      Work.spend(100 + giver.source().text().length() / 4);
      if (!giver.source().path().equals(path)
          && !path.endsWith(".md")
          && (imports(giver.source(), path) || isSamePackage(giver.source().path(), path))) {
        Work.spend((long) giver.handed().size() * script.source().text().length() / 4);
        giver
            .handed()
            .forEach(
                (name, held) -> {
                  if (script.source().text().contains(name)) {
                    held.forEach(
                        given.computeIfAbsent(name, any -> new EnumMap<>(FlowKind.class))
                            ::putIfAbsent);
                  }
                });
      }
    }
    return given;
  }

  /// Returns whether two files belong to one Go package, whose functions need no import.
  private static boolean isSamePackage(String one, String other) {
    return one.endsWith(".go")
        && other.endsWith(".go")
        && one.substring(0, one.lastIndexOf('/') + 1)
            .equals(other.substring(0, other.lastIndexOf('/') + 1));
  }

  private static boolean imports(SourceText source, String file) {
    String plain = file.substring(file.lastIndexOf('/') + 1).replaceFirst("\\.\\w+$", "");
    return source.text().contains(plain)
        && (source.text().contains("import") || source.text().contains("require"));
  }

  /// Returns the values of other scripts that this one may use.
  private Map<String, Map<FlowKind, FlowScan.Held>> known(SourceText source) {
    Map<String, Map<FlowKind, FlowScan.Held>> known = new HashMap<>();
    Work.spend((long) left.size() * source.text().length() / 4);
    left.forEach(
        (name, held) -> {
          if (!source.text().contains(name)) {
            return;
          }
          held.forEach(
              (kind, each) -> {
                if (!each.file().equals(source.path()) && mayUse(source, name, each.file())) {
                  known.computeIfAbsent(name, any -> new EnumMap<>(FlowKind.class)).put(kind, each);
                }
              });
        });
    return known;
  }

  /// Returns whether a script may use a name of another file. Functions have to be imported; files
  /// do not.
  private static boolean mayUse(SourceText source, String name, String file) {
    return name.indexOf('.') >= 0 || name.indexOf('/') >= 0 || imports(source, file);
  }
}
