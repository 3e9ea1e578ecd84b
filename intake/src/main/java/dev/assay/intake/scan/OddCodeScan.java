package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.tree.SourceText;
import java.util.List;

/// Finds code that waits for a date, and code that rewrites skills.
final class OddCodeScan {
  private static final Regex DATE =
      new Regex(
          "\\bif\\b[^\\n"
              + "]*(?:\\bnow\\(\\)|\\btoday\\(\\)|\\btime\\.time\\(\\)|\\bDate\\.now\\(\\)|\\bnew\\s+Date\\(\\)|\\$\\(date\\b)[^\\n"
              + "]*(?:>=?|==|-g[te])[^\\n"
              + "]*(?:\\b20[2-9][0-9]\\b|\\b1[6-9][0-9]{8}\\b)");
  private static final Regex ACTS =
      new Regex(
          "\\b(?:exec|eval|os\\.system|os\\.popen|subprocess\\.\\w+|rmtree|os\\.remove|unlink|requests\\.(?:post|get)|urlopen|execSync|spawn)\\s*\\(|\\b(?:curl|wget|rm\\s+-)");
  private static final Regex OWN_FILE =
      new Regex(
          "\\bopen\\(\\s*(?:__file__|[^)\\n"
              + "]*SKILL\\.md[\"']?\\s*\\)?)\\s*,\\s*[\"'][wa]|\\bwriteFile(?:Sync)?\\(\\s*(?:__filename|[^,\\n"
              + "]*SKILL\\.md)|(?:^|[^\\w>]\\s*)>>?\\s*[\"']?\\$0(?:[\"'\\s]|$)|\\w>>?[\"']?\\$0(?:[\"'\\s]|$)|>>?\\s*[\"']?(?:\\S*\\.(?:claude|openclaw|clawdbot|codex|agents)/skills/\\S*SKILL\\.md|\\.\\./[^\\s/]+/SKILL\\.md)|\\bsed\\s+-i\\b[^\\n"
              + "]*SKILL\\.md|__file__\\)?\\.write_text\\(");
  private static final Regex OTHERS =
      new Regex(
          "\\b(?:r?glob|walk|find|readdir\\w*|Get-ChildItem)\\b[^\\n]*SKILL\\.md|\\bfor\\s+\\w+\\s+in\\s[^\\n]*/skills/[^\\n]*SKILL\\.md");
  private static final Regex WRITES =
      new Regex(
          "\\.write_text\\(|\\.write\\(|\\bwriteFile\\w*\\(|\\bappendFile\\w*\\(|>>\\s*[\"']?\\$|\\bsed\\s+-i\\b|\\bAdd-Content\\b|\\btee\\s+-a\\b|\\bopen\\([^\\n]*[\"'][aw][\"']");
  private static final Regex MAKES_SKILLS =
      new Regex(
          "(?i)\\b(?:create|creat|init|scaffold|generat|template|publish|package|install|sync)");
  private static final int BODY = 6;

  /// The words of which each check of a date has at least one. Searching for them is much faster.
  private static final List<String> TIMES =
      List.of("now()", "today()", "time.time()", "Date(", "$(date");

  private static final List<String> FILES = List.of("__file__", "__filename", "SKILL.md", "$0");

  private static final long TIME = 1;
  private static final long FILE = 2;
  private static final WordTable WORDS = new WordTable();

  static {
    TIMES.forEach(word -> WORDS.add(word, TIME));
    FILES.forEach(word -> WORDS.add(word, FILE));
  }

  private OddCodeScan() {}

  static void look(SourceText source, List<Statements.Unit> units, FindingList findings) {
    boolean bomb = false;
    boolean own = MAKES_SKILLS.finds(source.path());
    for (Statements.Unit unit : units) {
      List<Statements.Statement> all = unit.statements();
      for (int i = 0; i < all.size(); i++) {
        String text = all.get(i).text();
        long labels = WORDS.labels(text); // in either case
        if (!bomb
            && (labels & TIME) != 0
            && holds(text, TIMES)
            && DATE.finds(text)
            && actsSoon(all, i)) {
          bomb = true;
          add(ScanRule.TIME_BOMB, "Code that waits for a date.", source, all.get(i), findings);
        }
        if (!own
            && (labels & FILE) != 0
            && holds(text, FILES)
            && ((OWN_FILE.finds(text) && !text.contains("curl"))
                || (OTHERS.finds(text) && follows(all, i, WRITES)))) {
          own = true;
          add(
              ScanRule.SELF_MODIFICATION,
              "The code rewrites a skill.",
              source,
              all.get(i),
              findings);
        }
      }
    }
  }

  private static boolean holds(String text, List<String> words) {
    for (String word : words) {
      if (text.contains(word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean actsSoon(List<Statements.Statement> all, int at) {
    return follows(all, at, ACTS);
  }

  private static boolean follows(List<Statements.Statement> all, int at, Regex what) {
    return all.subList(at, Math.min(all.size(), at + BODY)).stream()
        .anyMatch(each -> what.finds(each.text()));
  }

  private static void add(
      ScanRule rule,
      String message,
      SourceText source,
      Statements.Statement at,
      FindingList findings) {
    findings.add(
        rule.at(source.path(), at.line(), message, SecretScan.mask(source.excerpt(at.line()))));
  }
}
