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

  private static final int AROUND = 8;
  private static final Regex COMPANION =
      new Regex(
          "(?i)\\b(?:bundled|companion|accompanying)\\s+(?:\\w+\\s+)?(?:programs?|tools?|binary|binaries|helpers?|executables?)\\b");
  private static final Regex ELSEWHERE =
      new Regex(
          "(?i)\\b(?:is\\s?n[o']t|not|never)\\s+(?:\\w+\\s+)?(?:in|part\\s+of)\\s+(?:the|this)\\s+(?:bundle|repository|package|download|registry|archive|skill)\\b|\\bcontains?\\s+nothing\\b|\\b(?:don't|do\\s+not)\\s+vendor\\b|\\b(?:sent|sends?|delivered|posted|distributed|shared)\\b[^\\n.]{0,40}\\b(?:by\\s+(?:chat|mail|e-mail)|channel|telegram|t\\.me|on\\s+request)");

  private MissingProgramScan() {}

  static void look(Sources sources, List<MissingScripts.Missing> missing, FindingList findings) {
    Optional<SourceText> skill = sources.find("SKILL.md");
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
    return own || (possible && promises(skill)) || isElsewhere(missing);
  }

  /// Whether the text around admits that the script is not there.
  private static boolean isElsewhere(MissingScripts.Missing missing) {
    int line = missing.call().line();
    for (int at = Math.max(1, line - AROUND); at <= line + AROUND; at++) {
      if (ELSEWHERE.finds(missing.source().line(at))) {
        return true;
      }
    }
    return false;
  }

  private static boolean promises(SourceText skill) {
    for (int line = 1; line <= skill.lines(); line++) {
      String text = skill.line(line);
      if (BUNDLED.finds(text) || REACHES.finds(text) || COMPANION.finds(text)) {
        return true;
      }
    }
    return false;
  }
}
