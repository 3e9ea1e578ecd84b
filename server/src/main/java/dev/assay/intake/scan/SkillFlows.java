package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Follows secrets from one script of a skill to another: through a file that one writes and the
/// other sends, or a function that the other imports.
final class SkillFlows {
  private static final int MOST_FILES = 200;

  private final List<Script> scripts = new ArrayList<>();
  private final Map<String, Map<FlowKind, FlowScan.Held>> left = new HashMap<>();

  private record Script(SourceText source, List<Statements.Unit> units) {}

  void look(SourceText source, List<Statements.Unit> written, FindingList findings) {
    List<Statements.Unit> units = Aliases.replaced(source, written);
    FlowScan scan = new FlowScan(source, findings);
    scan.look(units);
    if (!units.isEmpty() && scripts.size() < MOST_FILES) {
      scripts.add(new Script(source, units));
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

  /// After the last file.
  void end(FindingList findings) {
    if (left.isEmpty()) {
      return;
    }
    for (Script script : scripts) {
      Map<String, Map<FlowKind, FlowScan.Held>> known = known(script.source());
      if (!known.isEmpty()) {
        new FlowScan(script.source(), findings).look(script.units(), known);
      }
    }
  }

  /// What the script may use of what others have left.
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

  /// Functions have to be imported.
  private static boolean mayUse(SourceText source, String name, String file) {
    String plain = file.substring(file.lastIndexOf('/') + 1).replaceFirst("\\.\\w+$", "");
    return name.indexOf('.') >= 0
        || name.indexOf('/') >= 0
        || (source.text().contains(plain)
            && (source.text().contains("import") || source.text().contains("require(")));
  }
}
