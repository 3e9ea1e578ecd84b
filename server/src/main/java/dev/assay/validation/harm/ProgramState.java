package dev.assay.validation.harm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Places in which programs keep caches, state and first settings for themselves, as
/// `program-state.txt` has them.
///
/// @param glob the place, in words for evidence
/// @param evenObeyed whether that holds for a file that is obeyed, too
/// @param every what every line that is not blank has to match; empty if it does not matter
record ProgramState(String glob, boolean evenObeyed, Pattern place, Optional<Pattern> every) {
  private static final List<ProgramState> ALL = read(Place.lines("program-state.txt"));

  /// @param obeyed whether it is in a place that programs obey
  /// @param content of the file, if it is one that can be read whole
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
