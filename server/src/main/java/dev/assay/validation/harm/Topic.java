package dev.assay.validation.harm;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The words by which people speak of a program's settings.
///
/// @param program the names of the program
/// @param thing the parts that it has: settings, aliases, hooks
/// @param alone the parts that belong to no other program
record Topic(Pattern program, Pattern thing, Pattern alone) {
  private static final String ALWAYS =
      ", config, configs, configuration, configurations, setting, settings, preference, preferences"
          + ", profile, setup, defaults, startup, start-up";

  /// @param words the words as `programs | things | alone`, each separated by commas
  static Topic of(String words) {
    String[] lists = words.split("\\|", -1);
    return new Topic(any(lists[0]), any(lists[1] + ALWAYS), any(lists[2]));
  }

  /// Returns a pattern for whole words that are not part of a file's name.
  private static Pattern any(String list) {
    return Pattern.compile(
        Arrays.stream(list.split(",", -1))
            .map(String::strip)
            .filter(word -> !word.isEmpty())
            .map(word -> Pattern.quote(word.toLowerCase(Locale.ROOT)))
            .collect(Collectors.joining("|", "(?<![\\w./~$-])(?:", ")(?![\\w/-]|\\.\\w)")));
  }
}
