package dev.assay.intake.format;

import com.ibm.icu.text.SpoofChecker;
import com.ibm.icu.text.SpoofChecker.CheckResult;
import com.ibm.icu.text.SpoofChecker.RestrictionLevel;

/// Maps names to skeletons, so that names that look alike can be compared (UTS 39). Names in ASCII
/// need no Unicode tables.
public final class Skeleton {
  /// The digits that look like a letter; `LETTERS` has the letter of each at the same place.
  private static final String DIGITS = "0123456789";

  private static final String LETTERS = "olzeasbtbg";

  private Skeleton() {}

  /// The Unicode tables. They take a tenth of a second to load, and few names need them.
  private static final class Tables {
    private static final SpoofChecker CHECKER =
        new SpoofChecker.Builder()
            .setChecks(SpoofChecker.CONFUSABLE | SpoofChecker.RESTRICTION_LEVEL)
            .setRestrictionLevel(RestrictionLevel.HIGHLY_RESTRICTIVE)
            .build();
  }

  /// Returns a text that is equal for names that look the same.
  public static String of(String name) {
    return isAscii(name)
        ? name.replace("m", "rn").replace('1', 'l').replace('0', 'O')
        : Tables.CHECKER.getSkeleton(name);
  }

  /// Returns a text that is equal for names that nearly look the same: digits are read as letters,
  /// and `l` as `i`.
  public static String ofDigitsAsLetters(String name) {
    StringBuilder letters = new StringBuilder();
    of(name)
        .codePoints()
        .map(Character::toLowerCase)
        .forEach(
            point -> {
              int digit = point < 128 ? DIGITS.indexOf(point) : -1;
              int letter = digit < 0 ? point : LETTERS.charAt(digit);
              letters.appendCodePoint(letter == 'l' ? 'i' : letter);
            });
    return letters.toString();
  }

  /// Returns whether the name mixes scripts that are not written together.
  static boolean mixesScripts(String name) {
    if (isAscii(name)) {
      return false;
    }
    CheckResult result = new CheckResult();
    Tables.CHECKER.failsChecks(name, result);
    return (result.checks & SpoofChecker.RESTRICTION_LEVEL) != 0;
  }

  /// Returns whether the name has characters outside ASCII and looks as if it had none.
  static boolean looksLikeAscii(String name) {
    return !isAscii(name) && isAscii(of(name));
  }

  static boolean isAscii(String name) {
    return name.chars().allMatch(letter -> letter < 128);
  }
}
