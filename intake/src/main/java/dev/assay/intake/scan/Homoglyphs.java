package dev.assay.intake.scan;

import java.text.Normalizer;

/// Replaces letters that look like Latin ones: wide and mathematical letters, and Cyrillic and
/// Greek letters inside a Latin word. A word in one of those scripts alone is a word of another
/// language.
final class Homoglyphs {
  private static final String OTHERS = "аеорсухіјѕһԁԛԝіАВЕКМНОРСТХІЈЅαοριντκνυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ";
  private static final String LATIN = "aeopcyxijshdqwiABEKMHOPCTXIJSaopivtkvuABEZHIKMNOPTYX";

  private Homoglyphs() {}

  /// Returns the text in plain letters; the same text if it has no such letters.
  static String plain(String text) {
    boolean wide = false;
    boolean mixed = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 128) {
        wide |= isWide(c);
        mixed |= OTHERS.indexOf(c) >= 0 && (isLatin(text, i - 1) || isLatin(text, i + 1));
      }
    }
    String normal = wide ? Normalizer.normalize(text, Normalizer.Form.NFKC) : text;
    return mixed ? replaced(normal) : normal;
  }

  private static String replaced(String text) {
    StringBuilder put = new StringBuilder(text);
    for (int i = 0; i < put.length(); i++) {
      char c = put.charAt(i);
      int at = c < 128 ? -1 : OTHERS.indexOf(c);
      if (at >= 0) {
        put.setCharAt(i, LATIN.charAt(at));
      }
    }
    return put.toString();
  }

  private static boolean isWide(char c) {
    return (c >= 0xff21 && c <= 0xff5a) || c == 0xd835 || c == 0x212a || c == 0x17f;
  }

  private static boolean isLatin(String text, int at) {
    char c = at < 0 || at >= text.length() ? ' ' : text.charAt(at);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
