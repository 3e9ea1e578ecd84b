package dev.assay.sandbox.remote;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names of snapshots, with the moment in them: not every provider says when one was made.
final class SnapshotName {
  static final String PREFIX = "assay-layer-";
  private static final Pattern FORM = Pattern.compile(PREFIX + "(\\d{1,15})-[0-9a-f]{8}");

  private SnapshotName() {}

  static String at(Instant moment) {
    return PREFIX + moment.toEpochMilli() + "-" + UUID.randomUUID().toString().substring(0, 8);
  }

  static Optional<Instant> findTime(String name) {
    Matcher matcher = FORM.matcher(name);
    return matcher.find()
        ? Optional.of(Instant.ofEpochMilli(Long.parseLong(matcher.group(1))))
        : Optional.empty();
  }
}
