package dev.assay.intake.signature;

import java.util.List;
import java.util.stream.Stream;

/// Keywords that are two words side by side: rarer than either, so that fewer lines are tried.
final class Keywords {
  private Keywords() {}

  /// Each of the first with each of the second, and more.
  static String[] pairs(List<String> first, List<String> second, String... more) {
    return Stream.concat(
            first.stream().flatMap(one -> second.stream().map(other -> one + " " + other)),
            Stream.of(more))
        .toArray(String[]::new);
  }
}
