package dev.assay.packages;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Replaces the addresses of a door in a text by those of indexes and files, because a door's
/// address means nothing to a reader.
record DoorAddresses(PackageSources sources, Deliveries deliveries) {
  private static final Pattern ADDRESS =
      Pattern.compile(
          "http://(?:127\\.0\\.0\\.1|localhost):\\d+(/[pln]/\\d{1,3}/|/f/[^\\s\"'<>#)]+)");

  String replaced(String text) {
    return ADDRESS
        .matcher(text)
        .replaceAll(
            match -> Matcher.quoteReplacement(find(match.group(1)).orElseGet(() -> match.group())));
  }

  private Optional<String> find(String path) {
    if (path.startsWith("/f/")) {
      return deliveries
          .find(path)
          .map(target -> target.origin() + (path.endsWith(".metadata") ? ".metadata" : ""));
    }
    int number = Integer.parseInt(path.substring(3, path.length() - 1));
    return switch (path.charAt(1)) {
      case 'p' -> at(sources.pipIndexes(), number);
      case 'l' -> at(sources.pipFindLinks(), number);
      default ->
          number == 0
              ? sources.npmRegistry().map(source -> source.address().toString())
              : at(List.copyOf(sources.npmScopes().values()), number - 1);
    };
  }

  private static Optional<String> at(List<Source> list, int number) {
    return number >= 0 && number < list.size()
        ? Optional.of(list.get(number).address().toString())
        : Optional.empty();
  }
}
