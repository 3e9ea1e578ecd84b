package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Finds effects of scripts that SKILL.md does not mention.
final class UnsaidEffects {
  /// @param words the words of the finding for the effect
  /// @param said the pattern of a SKILL.md that mentions the effect
  private record Effect(String words, long label, Regex pattern, Regex said) {}

  private final Predicate<String> harmless;

  /// The words of which each effect has at least one. Searching for them is much faster than
  /// matching.
  private final WordTable table = new WordTable();

  private final List<Effect> effects = new ArrayList<>();

  /// @param harmless the test for lines that only look like an effect
  UnsaidEffects(Predicate<String> harmless) {
    this.harmless = harmless;
  }

  void add(String words, String pattern, String said, List<String> keywords) {
    long label = 1L << effects.size();
    effects.add(new Effect(words, label, new Regex("(?i)" + pattern), new Regex("(?i)" + said)));
    keywords.forEach(keyword -> table.add(keyword, label));
  }

  /// Reports at most one finding for each effect.
  void look(Sources sources, FindingList findings) {
    String skill = sources.find("SKILL.md").map(SourceText::text).orElse("");
    long reported = 0;
    for (SourceText source : sources.texts()) {
      if (!MismatchScan.isCode(source)) {
        continue;
      }
      Work.spend(2L * source.text().length());
      long possible = table.labels(source.text()) & ~reported;
      for (Effect each : effects) {
        if ((possible & each.label()) != 0 && isUnsaid(each, source, skill, findings)) {
          reported |= each.label();
        }
      }
    }
  }

  private boolean isUnsaid(Effect effect, SourceText source, String skill, FindingList findings) {
    if (!effect.pattern().mayFind(source.text()) || effect.said().finds(skill)) {
      return false;
    }
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      if (table.anyIn(text) && effect.pattern().finds(text) && !harmless.test(text)) {
        findings.add(
            ScanRule.MISMATCH.at(
                source.path(),
                line,
                "The script " + effect.words() + "; SKILL.md does not say so.",
                SecretScan.mask(source.excerpt(line))));
        return true;
      }
    }
    return false;
  }

  static boolean isComment(String line) {
    String code = line.strip();
    return code.startsWith("#") || code.startsWith("//") || code.startsWith("* ");
  }
}
