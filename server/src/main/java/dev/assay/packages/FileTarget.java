package dev.assay.packages;

import dev.assay.packages.format.Checksum;
import dev.assay.packages.format.Link;
import dev.assay.skill.dependency.Ecosystem;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/// The file behind an address of a door.
///
/// @param index the index that named it
/// @param label its other name, `name@version`; may be empty
record FileTarget(
    Ecosystem ecosystem,
    URI index,
    URI address,
    String name,
    Optional<Checksum> checksum,
    Optional<Link.Metadata> metadata,
    String label) {
  private static final String NONE = "-";
  private static final String UNKNOWN = "?";

  static FileTarget of(Ecosystem ecosystem, URI index, Link link) {
    return new FileTarget(
        ecosystem, index, link.address(), link.name(), link.checksum(), link.metadata(), "");
  }

  /// The target as a text with one line for each part. No part contains a line end.
  String text() {
    return String.join(
        "\n",
        ecosystem.name(),
        index.toString(),
        address.toString(),
        name,
        checksum.map(Checksum::toString).orElse(NONE),
        metadata.map(data -> data.checksum().map(Checksum::toString).orElse(UNKNOWN)).orElse(NONE),
        label);
  }

  static FileTarget parse(String text) {
    List<String> parts = List.of(text.split("\n", -1));
    return new FileTarget(
        Ecosystem.valueOf(parts.get(0)),
        URI.create(parts.get(1)),
        URI.create(parts.get(2)),
        parts.get(3),
        Checksum.findInFragment(parts.get(4)),
        parts.get(5).equals(NONE)
            ? Optional.empty()
            : Optional.of(new Link.Metadata(Checksum.findInFragment(parts.get(5)))),
        parts.get(6));
  }

  /// The address of its metadata (PEP 658).
  URI metadataAddress() {
    String text = address.toString();
    int query = text.indexOf('?');
    return URI.create(
        query < 0
            ? text + ".metadata"
            : text.substring(0, query) + ".metadata" + text.substring(query));
  }

  /// The address without its query, which may hold a secret.
  String origin() {
    String text = address.toString();
    int query = text.indexOf('?');
    return query < 0 ? text : text.substring(0, query);
  }
}
