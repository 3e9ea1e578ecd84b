package dev.assay.intake.format;

import com.ibm.icu.text.SpoofChecker;
import com.ibm.icu.text.SpoofChecker.CheckResult;
import com.ibm.icu.text.SpoofChecker.RestrictionLevel;

/// What names look like, by the tables of Unicode (UTS 39). Names in ASCII need no tables.
public final class Skeleton {
  /// Letters in the place of digits that look like them, when somebody wants them to.
  private static final String DIGITS = "0123456789";

  private static final String LETTERS = "olzeasbtbg";

  private Skeleton() {}

  /// The tables take a tenth of a second to read; few names need them.
  private static final class Tables {
    private static final SpoofChecker CHECKER =
        new SpoofChecker.Builder()
            .setChecks(SpoofChecker.CONFUSABLE | SpoofChecker.RESTRICTION_LEVEL)
            .setRestrictionLevel(RestrictionLevel.HIGHLY_RESTRICTIVE)
            .build();
  }

  /// The same for all names that look the same.
  public static String of(String name) {
    return isAscii(name)
        ? name.replace("m", "rn").replace('1', 'l').replace('0', 'O')
        : Tables.CHECKER.getSkeleton(name);
  }

  /// The same for names that look nearly the same: digits are letters, and `l` is `i`.
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

  /// Whether the letters are of scripts that nobody writes together.
  static boolean mixesScripts(String name) {
    if (isAscii(name)) {
      return false;
    }
    CheckResult result = new CheckResult();
    Tables.CHECKER.failsChecks(name, result);
    return (result.checks & SpoofChecker.RESTRICTION_LEVEL) != 0;
  }

  /// Whether all of it looks like ASCII and some of it is not.
  static boolean looksLikeAscii(String name) {
    return !isAscii(name) && isAscii(of(name));
  }

  static boolean isAscii(String name) {
    return name.chars().allMatch(letter -> letter < 128);
  }
}
