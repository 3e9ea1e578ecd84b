package dev.assay.contents;

import java.util.regex.Pattern;

/// Text of a package that every Python splits into the same lines and words. Versions differ in
/// which other characters end a line or are blank, so text with such characters is not read at all.
final class OneReading {
  private static final Pattern ODD =
      Pattern.compile("[\\p{Cc}&&[^\\t\\r\\n]]|[\\p{Z}&&[^ ]]|\uFFFD");

  private OneReading() {}

  static boolean has(String text) {
    return !ODD.matcher(text).find();
  }
}
