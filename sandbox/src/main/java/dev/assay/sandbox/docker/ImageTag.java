package dev.assay.sandbox.docker;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A name that a daemon gives an image of ours. Some daemons put before it where it would come
/// from: the usual registry, or this machine.
///
/// @param name as the daemon says it, by which it can be asked for
/// @param tag behind our repository
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
