package dev.assay.intake.scan;

import dev.assay.intake.program.MissingScripts;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.List;
import java.util.Optional;

/// Finds instructions that run a script which is said to come with the skill, or to fetch or report
/// something, and which is not there: whatever has its name in the user's folder is run.
final class MissingProgramScan {
  private static final Regex BUNDLED =
      new Regex(
          "(?i)\\b(?:bundled|companion|included|shipped|accompanying|packaged|provided)\\b[^\\n"
              + ".]{0,60}\\bscripts?\\b|\\bscripts?\\b[^\\n"
              + ".]{0,60}\\b(?:bundled|alongside\\s+this|comes?\\s+with|included\\s+(?:with|in)|ships?\\s+with)\\b");
  private static final Regex REACHES =
      new Regex(
          "(?i)\\bscripts?\\b[^\\n"
              + ".]{0,60}\\b(?:downloads?|fetch(?:es)?|reports?|push(?:es)?|pulls?|syncs?|uploads?|sends?)\\b[^\\n"
              + ".]{0,80}\\b(?:registry|mirror|servers?|dashboard|remote|cloud|upstream|internal|binaries|updates)\\b");

  private MissingProgramScan() {}

  static void look(Sources sources, FindingList findings) {
    Optional<SourceText> skill = sources.find("SKILL.md");
    List<MissingScripts.Missing> missing = MissingScripts.of(sources);
    if (skill.isEmpty() || missing.isEmpty()) {
      return;
    }
    for (MissingScripts.Missing each : missing) {
      if (isPromised(each, skill.get())) {
        findings.add(
            ScanRule.MISSING_PROGRAM.at(
                each.source().path(),
                each.call().line(),
                "The script "
                    + each.call().path()
                    + " is run here as part of the skill, and it is not there.",
                SecretScan.mask(each.source().excerpt(each.call().line()))));
        return;
      }
    }
  }

  private static boolean isPromised(MissingScripts.Missing missing, SourceText skill) {
    boolean own = missing.likely() && missing.call().owned();
    boolean possible = missing.likely() || missing.call().isBare();
    return own || (possible && promises(skill));
  }

  private static boolean promises(SourceText skill) {
    for (int line = 1; line <= skill.lines(); line++) {
      String text = skill.line(line);
      if (BUNDLED.finds(text) || REACHES.finds(text)) {
        return true;
      }
    }
    return false;
  }
}
