package dev.assay.intake.scan;

import dev.assay.intake.dependency.InstallCommands;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Finds commands that install a package without a version. A package whose range is declared
/// elsewhere is not reported.
final class InstallScan {
  private final Set<String> seen = new HashSet<>();
  private final FindingList findings;

  InstallScan(Dependencies dependencies, FindingList findings) {
    this.findings = findings;
    for (Requirement requirement : dependencies.requirements()) {
      seen.add(requirement.name().toLowerCase(Locale.ROOT));
    }
  }

  void look(SourceText source) {
    Map<Integer, List<String>> lines = new TreeMap<>();
    InstallCommands.Found found = InstallCommands.in(source);
    if (!found.whole()) {
      findings.add(
          ScanRule.NOT_SCANNED.in(
              source.path(), "Commands that install packages were looked for in its first part."));
    }
    for (InstallCommands.Installed each : found.commands()) {
      if (!each.pinned() && each.ecosystem() != Ecosystem.SYSTEM && isNew(each.text())) {
        lines.computeIfAbsent(each.line(), any -> new ArrayList<>()).add(each.text());
      }
    }
    lines.forEach(
        (line, names) ->
            findings.add(
                ScanRule.UNPINNED_INSTALL.at(
                    source.path(),
                    line,
                    "Installed without a version: " + String.join(", ", names) + ".",
                    source.excerpt(line))));
  }

  private boolean isNew(String name) {
    String plain = name.replaceAll("\\[.*$", "").toLowerCase(Locale.ROOT);
    return seen.add(plain.startsWith("@") ? plain : plain.replaceAll("[-_.]+", "-"));
  }
}
