package dev.assay.validation.harm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The places in which programs keep caches, state and initial settings, as listed in
/// `program-state.txt`.
///
/// @param glob the place, as evidence names it
/// @param evenObeyed whether the entry also applies to files that programs obey
/// @param every the pattern that every non-blank line must match; empty if the content does not
///   matter
record ProgramState(String glob, boolean evenObeyed, Pattern place, Optional<Pattern> every) {
  private static final List<ProgramState> ALL = read(Place.lines("program-state.txt"));

  /// @param obeyed whether the file is in a place that programs obey
  /// @param content the content of the file, if it can be read completely
  static Optional<ProgramState> find(
      Place place, boolean obeyed, Supplier<Optional<String>> content) {
    return ALL.stream()
        .filter(each -> each.evenObeyed || !obeyed)
        .filter(each -> each.place.matcher(place.path()).matches())
        .filter(each -> each.allows(content))
        .findFirst();
  }

  private boolean allows(Supplier<Optional<String>> content) {
    if (every.isEmpty()) {
      return true;
    }
    return content
        .get()
        .filter(
            text ->
                text.lines()
                    .filter(line -> !line.isBlank())
                    .allMatch(line -> every.get().matcher(line).matches()))
        .isPresent();
  }

  private static List<ProgramState> read(List<String> lines) {
    List<ProgramState> all = new ArrayList<>();
    for (String line : lines) {
      boolean even = line.startsWith("+ ");
      String[] parts = (even ? line.substring(2) : line).split(" :: ", 2);
      String glob = parts[0].strip();
      all.add(
          new ProgramState(
              glob,
              even,
              Pattern.compile(Place.expression(glob), Pattern.DOTALL),
              parts.length < 2
                  ? Optional.empty()
                  : Optional.of(Pattern.compile(parts[1].strip()))));
    }
    return List.copyOf(all);
  }
}
