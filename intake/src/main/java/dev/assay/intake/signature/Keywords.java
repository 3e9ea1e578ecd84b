package dev.assay.intake.signature;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Keywords that are two words side by side: rarer than either, so that fewer lines are tried.
final class Keywords {
  private Keywords() {}

  /// How an address starts that is a number.
  static String[] numbers() {
    return Stream.of("http://", "https://")
        .flatMap(start -> IntStream.range(0, 10).mapToObj(digit -> start + digit))
        .toArray(String[]::new);
  }

  /// Each of the first with each of the second, and more.
  static String[] pairs(List<String> first, List<String> second, String... more) {
    return Stream.concat(
            first.stream().flatMap(one -> second.stream().map(other -> one + " " + other)),
            Stream.of(more))
        .toArray(String[]::new);
  }
}
