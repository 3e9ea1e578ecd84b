package dev.assay.testkit.model;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The sections of untrusted text in a request.
record Fenced(String text) {
  private static final Pattern SECTION =
      Pattern.compile(
          "^<<begin ([0-9a-f]{32}) ([^\\n>]*)>>\\n(.*?)\\n?^<<end \\1>>$",
          Pattern.DOTALL | Pattern.MULTILINE);

  Optional<String> section(String label) {
    return SECTION
        .matcher(text)
        .results()
        .filter(found -> found.group(2).equals(label))
        .map(found -> found.group(3))
        .findFirst();
  }

  /// The sections whose labels begin with none of these words.
  String without(String... labels) {
    Matcher matcher = SECTION.matcher(text);
    return matcher
        .results()
        .filter(found -> java.util.Arrays.stream(labels).noneMatch(found.group(2)::startsWith))
        .map(found -> found.group(3))
        .collect(Collectors.joining("\n"));
  }
}
