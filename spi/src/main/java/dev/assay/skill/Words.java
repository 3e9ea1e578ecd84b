package dev.assay.skill;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/// The words that constants have in tables, JSON and on the command line.
public final class Words {
  private Words() {}

  /// The usual word: the constant's name in lower case.
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /// The constant of a word that we wrote ourselves.
  public static <E extends Enum<E>> E read(Class<E> type, String word) {
    return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
  }

  /// The constant of a word that somebody gave us.
  ///
  /// @param what it is, for the answer to one that is not known
  /// @throws AssayException with `BAD_REQUEST` and all words there are
  public static <E> E require(E[] all, Function<E, String> word, String what, String given) {
    return Arrays.stream(all)
        .filter(each -> word.apply(each).equals(given))
        .findFirst()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.BAD_REQUEST,
                    "The %s \"%s\" is not known; use one of %s."
                        .formatted(
                            what,
                            given,
                            String.join(", ", Arrays.stream(all).map(word).toList()))));
  }
}
