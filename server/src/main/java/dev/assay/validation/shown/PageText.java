package dev.assay.validation.shown;

import java.util.List;

/// Shortens untrusted text that is too long for a page.
public final class PageText {
  private static final int LONGEST = 20_000;

  private PageText() {}

  /// Returns the beginning, with the number of characters left out.
  public static String cut(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return text.substring(0, end) + "\n… " + (text.length() - end) + " more characters";
  }

  static List<String> cut(List<String> texts) {
    return texts.stream().map(PageText::cut).toList();
  }
}
