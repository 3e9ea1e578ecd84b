package dev.assay.sandbox.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Bytes that are sent, perhaps more than once, with their length known: little of it in memory,
/// much of it in a file.
public final class Spool implements AutoCloseable {
  private static final int IN_MEMORY = 1 << 20;

  private final byte[] head;
  private final Optional<Path> rest;

  private Spool(byte[] head, Optional<Path> rest) {
    this.head = head;
    this.rest = rest;
  }

  public static Spool of(byte[] bytes) {
    return new Spool(bytes.clone(), Optional.empty());
  }

  /// Reads a stream to its end and closes it.
  public static Spool read(InputStream stream) throws IOException {
    try (stream) {
      byte[] head = stream.readNBytes(IN_MEMORY);
      if (head.length < IN_MEMORY) {
        return new Spool(head, Optional.empty());
      }
      Path file = Files.createTempFile("assay-upload", ".bin");
      try (OutputStream out = Files.newOutputStream(file)) {
        stream.transferTo(out);
      } catch (IOException e) {
        Files.deleteIfExists(file);
        throw e;
      }
      return new Spool(head, Optional.of(file));
    }
  }

  BodyPublisher publisher() throws IOException {
    BodyPublisher first = BodyPublishers.ofByteArray(head);
    return rest.isEmpty() ? first : BodyPublishers.concat(first, BodyPublishers.ofFile(rest.get()));
  }

  @Override
  public void close() throws IOException {
    if (rest.isPresent()) {
      Files.deleteIfExists(rest.get());
    }
  }
}
