package dev.assay.cli;

/// Text from outside, made safe for a terminal: control characters, which could move the cursor or
/// hide what stands there, are shown as a mark.
public final class Printed {
  private static final char MARK = '\uFFFD';

  private Printed() {}

  /// Keeps line ends.
  public static String text(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> safe.appendCodePoint(c == '\n' || c == '\t' || isHarmless(c) ? c : MARK));
    return safe.toString();
  }

  /// Keeps to one line.
  public static String line(String text) {
    return text(text).replaceAll("[\\n\\t]+", " ");
  }

  private static boolean isHarmless(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
