package dev.assay.validation.harm;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Words by which people speak of the settings of a program.
///
/// @param program its names
/// @param thing what it has: settings, aliases, hooks
/// @param alone things that belong to no other program
record Topic(Pattern program, Pattern thing, Pattern alone) {
  private static final String ALWAYS =
      ", config, configs, configuration, configurations, setting, settings, preference, preferences"
          + ", profile, setup, defaults, startup, start-up";

  /// @param words `programs | things | alone`, each with commas
  static Topic of(String words) {
    String[] lists = words.split("\\|", -1);
    return new Topic(any(lists[0]), any(lists[1] + ALWAYS), any(lists[2]));
  }

  /// Whole words, and no parts of names of files.
  private static Pattern any(String list) {
    return Pattern.compile(
        Arrays.stream(list.split(",", -1))
            .map(String::strip)
            .filter(word -> !word.isEmpty())
            .map(word -> Pattern.quote(word.toLowerCase(Locale.ROOT)))
            .collect(Collectors.joining("|", "(?<![\\w./~$-])(?:", ")(?![\\w/-]|\\.\\w)")));
  }
}
