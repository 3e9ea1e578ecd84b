package dev.assay.contents;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// Reads lists that are kept as files beside these classes: one entry a line, `#` begins a comment.
final class DataLines {
  private DataLines() {}

  static List<String> read(String file) {
    try (InputStream text =
        Objects.requireNonNull(DataLines.class.getResourceAsStream(file), file)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }
}
