package dev.assay.sandbox.e2b;

import dev.assay.sandbox.remote.Json;
import dev.assay.sandbox.remote.ProviderRefusal;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Messages of the Connect protocol with JSON: a byte of flags, four of length, the message. The
/// last one carries the end's error, if there is one.
final class ConnectStream implements AutoCloseable {
  private static final int END = 2;
  private static final int COMPRESSED = 1;
  private static final int MOST = 32 << 20;

  private final DataInputStream stream;

  ConnectStream(InputStream stream) {
    this.stream = new DataInputStream(stream);
  }

  static byte[] envelope(JsonNode message) {
    byte[] bytes = Json.MAPPER.writeValueAsBytes(message);
    return ByteBuffer.allocate(5 + bytes.length)
        .put((byte) 0)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  /// The next message, or empty at the end as the server meant it.
  ///
  /// @throws EOFException if the stream was cut
  /// @throws ProviderRefusal if it ended with an error
  Optional<JsonNode> next() throws IOException {
    int flags = stream.readUnsignedByte();
    int length = stream.readInt();
    if ((flags & COMPRESSED) != 0 || length < 0 || length > MOST) {
      throw new IOException("not a message of this protocol");
    }
    byte[] bytes = stream.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the stream was cut");
    }
    JsonNode message =
        Json.find(bytes).orElseThrow(() -> new IOException("not a message of this protocol"));
    if ((flags & END) == 0) {
      return Optional.of(message);
    }
    if (message.path("error").isObject()) {
      throw refusal(message.path("error"));
    }
    return Optional.empty();
  }

  /// An error of the protocol, with the status it has in HTTP.
  static ProviderRefusal refusal(JsonNode error) {
    String code = Json.text(error, "code");
    int status =
        switch (code) {
          case "not_found" -> 404;
          case "unauthenticated" -> 401;
          case "permission_denied" -> 403;
          case "resource_exhausted" -> 429;
          case "invalid_argument" -> 400;
          case "deadline_exceeded", "canceled" -> 408;
          case "unavailable" -> 502;
          default -> 500;
        };
    return new ProviderRefusal(status, "envd", code, Json.text(error, "message"));
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
