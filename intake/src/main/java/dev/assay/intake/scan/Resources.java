package dev.assay.intake.scan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// Reads the lists that are shipped with the scan.
final class Resources {
  private Resources() {}

  /// Returns the lines of a list without comments.
  static List<String> lines(String name) {
    return text(name)
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .toList();
  }

  private static String text(String name) {
    try (InputStream in = Objects.requireNonNull(Resources.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
