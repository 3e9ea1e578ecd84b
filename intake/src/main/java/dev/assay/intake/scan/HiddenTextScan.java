package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.Finding;
import java.util.function.UnaryOperator;

/// Finds characters that hide text or change its direction.
final class HiddenTextScan {
  private static final int VARIATION_RUN = 4;

  private HiddenTextScan() {}

  static void look(SourceText source, FindingList findings) {
    String text = source.text();
    boolean hidden = false;
    boolean direction = false;
    int variations = 0;
    int rightToLeft = 0;
    int point;
    for (int i = 0; i < text.length() && !(hidden && direction); i += Character.charCount(point)) {
      point = text.codePointAt(i);
      if (point < 0xad) {
        variations = 0;
        continue;
      }
      variations = isVariation(point) ? variations + 1 : 0;
      if (!hidden && (variations >= VARIATION_RUN || Invisible.isHidden(text, i))) {
        hidden = true;
        add(
            ScanRule.HIDDEN_TEXT,
            "An invisible character is hidden in the text.",
            source,
            i,
            point,
            Invisible.isStray(text) ? Finding::asNote : UnaryOperator.identity(),
            findings);
      }
      if (!direction && Invisible.isDirection(point)) {
        int line = source.lineAt(i);
        boolean ordinary =
            !isOverride(point) && (line == rightToLeft || isRightToLeft(source.line(line)));
        if (ordinary) {
          rightToLeft = line;
        } else {
          direction = true;
          add(
              ScanRule.BIDI_TEXT,
              "A mark turns the direction of the text.",
              source,
              i,
              point,
              UnaryOperator.identity(),
              findings);
        }
      }
    }
  }

  private static boolean isVariation(int point) {
    return (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef);
  }

  /// Returns whether a character overrides the direction. Isolating marks are ordinary in Arabic
  /// and Hebrew lines; overrides never are.
  private static boolean isOverride(int point) {
    return point == 0x202d || point == 0x202e;
  }

  private static boolean isRightToLeft(String line) {
    return line.codePoints()
        .anyMatch(
            point -> {
              byte direction = Character.getDirectionality(point);
              return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
                  || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
            });
  }

  private static void add(
      ScanRule rule,
      String message,
      SourceText source,
      int offset,
      int point,
      UnaryOperator<Finding> weight,
      FindingList findings) {
    int line = source.lineAt(offset);
    findings.add(
        weight.apply(
            rule.at(
                source.path(),
                line,
                message + String.format(" It is U+%04X.", point),
                source.excerpt(line))));
  }
}
