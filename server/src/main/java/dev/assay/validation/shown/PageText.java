package dev.assay.validation.shown;

import java.util.List;

/// Text of strangers that is too long for a page.
public final class PageText {
  private static final int LONGEST = 20_000;

  private PageText() {}

  /// The beginning, and how much is left out.
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
