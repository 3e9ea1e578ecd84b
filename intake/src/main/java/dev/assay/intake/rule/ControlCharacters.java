package dev.assay.intake.rule;

/// Characters that stand for nothing a person wrote: they cannot be stored as text everywhere, and
/// they move the cursor of whoever prints them.
public final class ControlCharacters {
  private ControlCharacters() {}

  /// Whether a text holds a control character other than line ends and a tab, or half a character.
  public static boolean in(String text) {
    return text.codePoints()
        .anyMatch(
            point ->
                (Character.isISOControl(point) && point != '\n' && point != '\r' && point != '\t')
                    || Character.getType(point) == Character.SURROGATE);
  }
}
