package dev.assay.skill;

import java.util.stream.Collectors;

/// Makes text from a skill, a model, a tool or a caller safe to show.
///
/// Control and format characters (escape sequences, bidirectional overrides, zero-width marks, line
/// breaks) are spelled out as `<U+202E>`; everything else stays as it is. Nothing is quoted for
/// HTML, XML or JSON; the code that writes these formats does that.
public final class Visible {
  /// Hangul letters that are blank.
  private static final String FILLERS = "\u115F\u1160\u3164\uFFA0";

  /// White space, and the joiners of emoji and of Indic and Arabic scripts.
  private static final String PLAIN_ON_PAGES = "\t\n\r\u200C\u200D";

  private Visible() {}

  public static String line(String text) {
    if (text.codePoints().noneMatch(Visible::isHidden)) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            point -> {
              if (point == '\t') {
                shown.append(' ');
              } else if (isHidden(point)) {
                shown.append(String.format("<U+%04X>", point));
              } else {
                shown.appendCodePoint(point);
              }
            });
    return shown.toString();
  }

  /// Makes text visible; keeps line ends.
  public static String text(String text) {
    return text.lines().map(Visible::line).collect(Collectors.joining("\n"));
  }

  /// Makes text visible; keeps line ends and at most `length` code points.
  public static String text(String text, int length) {
    return text.codePointCount(0, text.length()) <= length
        ? text(text)
        : text(text.substring(0, text.offsetByCodePoints(0, length))) + "…";
  }

  /// Makes a line of at most `length` code points visible, with an ellipsis where it was cut.
  public static String line(String text, int length) {
    if (text.codePointCount(0, Math.min(text.length(), 2 * length + 2)) <= length) {
      return line(text);
    }
    return line(text.substring(0, text.offsetByCodePoints(0, length))) + "…";
  }

  /// Makes a text of several lines a single line of at most `length` code points: line ends and
  /// other white space become single spaces.
  public static String folded(String text, int length) {
    return line(text.replaceAll("\\s+", " ").strip(), length);
  }

  /// Makes text visible for pages: keeps white space, and the joiners that some scripts and emoji
  /// need.
  public static String page(String text) {
    if (text.codePoints().noneMatch(Visible::isHiddenOnPage)) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            point -> {
              if (isHiddenOnPage(point)) {
                shown.append(String.format("<U+%04X>", point));
              } else {
                shown.appendCodePoint(point);
              }
            });
    return shown.toString();
  }

  private static boolean isHiddenOnPage(int point) {
    return isHidden(point) && PLAIN_ON_PAGES.indexOf(point) < 0;
  }

  /// Returns whether a character has an effect other than being visible.
  public static boolean isHidden(int point) {
    if (FILLERS.indexOf(point) >= 0) {
      return true;
    }
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          true;
      default -> false;
    };
  }
}
