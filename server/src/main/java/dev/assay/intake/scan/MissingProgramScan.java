package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.HashSet;
import java.util.Set;

/// Finds instructions that run a script which is said to come with the skill, or to fetch or report
/// something, and which is not there: whatever has its name in the user's folder is run.
final class MissingProgramScan {
  private static final Regex RUN =
      new Regex(
          "^\\s*(?:[$>]\\s+)?(?:(?:source|\\.|bash|sh|zsh|python3?|node)\\s+(?:\\./)?|\\./)([\\w.-]+\\.(?:sh|py|js|mjs))(?:\\s|$)");
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
    sources.find("SKILL.md").ifPresent(skill -> look(skill, sources, findings));
  }

  private static void look(SourceText skill, Sources sources, FindingList findings) {
    int line = firstMissing(skill, sources);
    if (line > 0 && promises(skill)) {
      findings.add(
          ScanRule.MISSING_PROGRAM.at(
              skill.path(),
              line,
              "The script that is run here is said to come with the skill or to fetch or send"
                  + " something, and it is not there.",
              SecretScan.mask(skill.excerpt(line))));
    }
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

  /// The first line of a code block that runs a script which no file has the name of; 0 if none.
  private static int firstMissing(SourceText skill, Sources sources) {
    if (!skill.text().contains("```")) {
      return 0;
    }
    Set<String> names = new HashSet<>();
    sources
        .texts()
        .forEach(each -> names.add(each.path().substring(each.path().lastIndexOf('/') + 1)));
    boolean code = false;
    for (int line = 1; line <= skill.lines(); line++) {
      String text = skill.line(line);
      if (text.stripLeading().startsWith("```")) {
        code = !code;
      } else if (code && RUN.mayFind(text)) {
        Matcher run = RUN.matcher(text);
        if (run.find() && !names.contains(run.group(1))) {
          return line;
        }
      }
    }
    return 0;
  }
}
