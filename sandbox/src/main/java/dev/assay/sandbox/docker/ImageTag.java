package dev.assay.sandbox.docker;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A tag of one of Assay's images. Some daemons prefix it with a source: the default registry, or
/// this machine.
///
/// @param name the name that the daemon uses
/// @param tag the part after Assay's repository
record ImageTag(String name, String tag) {
  private static final List<String> PLACES = List.of("", "docker.io/library/", "localhost/");

  static List<ImageTag> of(JsonNode image, String repository) {
    return image
        .path("RepoTags")
        .valueStream()
        .map(JsonNode::asString)
        .flatMap(name -> find(name, repository).stream())
        .toList();
  }

  /// @return empty if it belongs to another repository
  static Optional<ImageTag> find(String name, String repository) {
    return PLACES.stream()
        .map(place -> place + repository + ":")
        .filter(name::startsWith)
        .flatMap(start -> Stream.of(new ImageTag(name, name.substring(start.length()))))
        .findFirst();
  }
}
