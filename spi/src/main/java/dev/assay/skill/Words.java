package dev.assay.skill;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/// The words of enum constants in tables, JSON and on the command line.
public final class Words {
  private Words() {}

  /// The default word: the constant's name in lower case.
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /// The constant for a word that Assay itself wrote.
  public static <E extends Enum<E>> E read(Class<E> type, String word) {
    return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
  }

  /// The constant for a word from a caller.
  ///
  /// @param what the kind of thing, for the error message
  /// @throws AssayException with `BAD_REQUEST` and the list of known words
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
