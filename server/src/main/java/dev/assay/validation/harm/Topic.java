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

  /// After these words a name only says of which kind they are: a *git branch*, a *bash script*.
  private static final String OTHER_THINGS =
      "(?!['’]?s?[ -](?:scripts?|functions?|programs?|apps?|applications?|games?|dashboards?|packages?|modules?|classes"
          + "|class|projects?|documents?|images?|branch|branches|commits?|repository|repositories|reports?|lists?|code"
          + "|snippets?|websites?|pages?|books?|teams?|courses?|guides?|plans?|parsers?|forms?|pictures?|tables?|charts?"
          + "|tutorials?|articles?|examples?|exercises?|quiz|templates?|files? (?:parser|reader|list))\\b)";

  /// @param words `programs | things | alone`, each with commas
  static Topic of(String words) {
    String[] lists = words.split("\\|", -1);
    return new Topic(
        any(lists[0], OTHER_THINGS), any(lists[1] + ALWAYS, OTHER_THINGS), any(lists[2], ""));
  }

  /// Whole words, also with a version, and no parts of names of files.
  private static Pattern any(String list, String behind) {
    return Pattern.compile(
        Arrays.stream(list.split(",", -1))
            .map(String::strip)
            .filter(word -> !word.isEmpty())
            .map(word -> Pattern.quote(word.toLowerCase(Locale.ROOT)))
            .collect(
                Collectors.joining(
                    "|", "(?<![\\w./~$-])(?:", ")[\\d.]*(?![\\w/-]|\\.\\w)" + behind)));
  }
}
