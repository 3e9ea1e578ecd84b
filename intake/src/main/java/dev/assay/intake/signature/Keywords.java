package dev.assay.intake.signature;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Builds keywords of two adjacent words. They are rarer than single words, so that fewer lines are
/// tried.
final class Keywords {
  private Keywords() {}

  /// Returns the beginnings of addresses whose host is a number.
  static String[] numbers() {
    return Stream.of("http://", "https://")
        .flatMap(start -> IntStream.range(0, 10).mapToObj(digit -> start + digit))
        .toArray(String[]::new);
  }

  /// Returns each first word with each second word, and further keywords.
  static String[] pairs(List<String> first, List<String> second, String... more) {
    return Stream.concat(
            first.stream().flatMap(one -> second.stream().map(other -> one + " " + other)),
            Stream.of(more))
        .toArray(String[]::new);
  }
}
