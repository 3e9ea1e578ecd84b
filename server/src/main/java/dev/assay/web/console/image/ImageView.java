package dev.assay.web.console.image;

import dev.assay.images.RuntimeImage;
import dev.assay.registry.Skill;
import dev.assay.web.console.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// A runtime image with its changes since the image before it.
///
/// @param before the latest kept image before this one; empty for the oldest
/// @param admitted the skill that was admitted with the image; empty if there was none or it is
///   deleted
public record ImageView(
    RuntimeImage image, Optional<RuntimeImage> before, Optional<Skill> admitted) {
  /// A changed package.
  ///
  /// @param from the earlier version; empty if the package is new
  /// @param to the current version; empty if the package is gone
  public record Change(String ecosystem, String name, String from, String to) {}

  public String size() {
    return image.size() == 0 ? "–" : Amounts.bytes(image.size());
  }

  public int packages() {
    return image.packages().values().stream().mapToInt(Map::size).sum();
  }

  /// Returns the text that is searched: the version, the skill and the changes.
  String description() {
    return image.version()
        + (image.current() ? " current " : " ")
        + image.image().bare().origin()
        + " "
        + image.image().engine()
        + " "
        + reason()
        + changes().stream()
            .map(change -> " " + change.name() + " " + change.to())
            .collect(Collectors.joining());
  }

  /// Returns the reason for the image in a few words.
  public String reason() {
    return image
        .skill()
        .map(name -> image.digest().isPresent() ? name + " was admitted" : name + " was deleted")
        .orElse("the base that skills start from");
  }

  /// Returns the changes since the image before. The packages of the base are not counted, so an
  /// image directly on the base has only the packages of its skill.
  public List<Change> changes() {
    return before
        .filter(older -> !older.packages().isEmpty())
        .map(older -> difference(older.packages(), image.packages()))
        .orElseGet(
            () ->
                difference(
                    Map.of(), admitted.map(skill -> skill.decided().installed()).orElse(Map.of())));
  }

  private static List<Change> difference(
      Map<String, Map<String, String>> before, Map<String, Map<String, String>> after) {
    List<Change> changes = new ArrayList<>();
    after.forEach(
        (ecosystem, packages) -> {
          Map<String, String> old = before.getOrDefault(ecosystem, Map.of());
          packages.forEach(
              (name, version) -> {
                if (!version.equals(old.get(name))) {
                  changes.add(new Change(ecosystem, name, old.getOrDefault(name, ""), version));
                }
              });
        });
    before.forEach(
        (ecosystem, packages) ->
            packages.forEach(
                (name, version) -> {
                  if (!after.getOrDefault(ecosystem, Map.of()).containsKey(name)) {
                    changes.add(new Change(ecosystem, name, version, ""));
                  }
                }));
    changes.sort(java.util.Comparator.comparing(Change::ecosystem).thenComparing(Change::name));
    return List.copyOf(changes);
  }
}
