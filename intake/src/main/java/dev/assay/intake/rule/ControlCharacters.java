package dev.assay.intake.rule;

/// Detects characters that no author writes. Some stores cannot hold them as text, and printing
/// them moves a terminal's cursor.
public final class ControlCharacters {
  private ControlCharacters() {}

  /// Returns whether a text holds a control character other than line ends and a tab, or an
  /// unpaired surrogate.
  public static boolean in(String text) {
    return text.codePoints()
        .anyMatch(
            point ->
                (Character.isISOControl(point) && point != '\n' && point != '\r' && point != '\t')
                    || Character.getType(point) == Character.SURROGATE);
  }
}
