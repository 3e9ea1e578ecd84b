package dev.assay.testkit.storage;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The objects in the bucket of a [GcsServer].
public final class GcsObjects {
  private final Map<String, Stored> objects = new TreeMap<>();
  private long generations = 1_700_000_000_000_000L;

  private static final class Stored {
    private final byte[] bytes;
    private final JsonNode metadata;
    private final long generation;

    Stored(byte[] bytes, JsonNode metadata, long generation) {
      this.bytes = bytes;
      this.metadata = metadata;
      this.generation = generation;
    }
  }

  record Outcome(int status, JsonNode json) {
    static Outcome refused(int status, String message) {
      return new Outcome(status, GcsServer.JSON.createObjectNode().put("message", message));
    }
  }

  /// Stores an object as another program would.
  ///
  /// @param metadata the metadata; empty for none
  public synchronized void put(String name, byte[] bytes, Map<String, String> metadata) {
    ObjectNode notes = GcsServer.JSON.createObjectNode();
    metadata.forEach(notes::put);
    objects.put(name, new Stored(bytes.clone(), notes, ++generations));
  }

  /// Replaces the bytes of an object and keeps everything else.
  public synchronized void damage(String name, byte[] bytes) {
    Stored before = Objects.requireNonNull(objects.get(name));
    objects.put(name, new Stored(bytes.clone(), before.metadata, before.generation));
  }

  public synchronized boolean contains(String name) {
    return objects.containsKey(name);
  }

  /// @param body the received body, in two parts
  /// @param sent the body that the client sent; it differs if the test changes it on the way, which
  ///   a checksum would reveal
  synchronized Outcome upload(String type, byte[] body, byte[] sent, @Nullable String expected) {
    String text = new String(body, StandardCharsets.ISO_8859_1);
    String line = "--" + type.replaceFirst(".*boundary=", "");
    int first = text.indexOf("\r\n\r\n");
    int second = text.indexOf("\r\n" + line + "\r\n", first);
    int content = text.indexOf("\r\n\r\n", second) + 4;
    int end = text.lastIndexOf("\r\n" + line + "--");
    if (!type.startsWith("multipart/related") || first < 0 || second < 0 || end < content) {
      return Outcome.refused(400, "Malformed multipart body.");
    }
    JsonNode resource = GcsServer.JSON.readTree(text.substring(first + 4, second));
    byte[] bytes = Arrays.copyOfRange(body, content, end);
    String name = resource.path("name").asString("");
    Stored before = objects.get(name);
    String generation = before == null ? "0" : Long.toString(before.generation);
    if (expected != null && !expected.equals(generation)) {
      return Outcome.refused(412, "At least one of the pre-conditions you specified did not hold.");
    }
    String md5 = resource.path("md5Hash").asString("");
    if (Arrays.equals(body, sent) && !md5.isEmpty() && !md5.equals(md5(bytes))) {
      return Outcome.refused(400, "Provided MD5 hash doesn't match calculated MD5 hash");
    }
    objects.put(name, new Stored(bytes, resource.path("metadata"), ++generations));
    return new Outcome(200, resource(name).orElseThrow());
  }

  synchronized Optional<JsonNode> resource(String name) {
    Stored stored = objects.get(name);
    if (stored == null) {
      return Optional.empty();
    }
    ObjectNode json =
        GcsServer.JSON
            .createObjectNode()
            .put("kind", "storage#object")
            .put("name", name)
            .put("bucket", GcsServer.BUCKET)
            .put("generation", Long.toString(stored.generation))
            .put("size", Integer.toString(stored.bytes.length))
            .put("md5Hash", md5(stored.bytes))
            .put("crc32c", crc32c(stored.bytes));
    if (!stored.metadata.isEmpty()) {
      json.set("metadata", stored.metadata);
    }
    return Optional.of(json);
  }

  synchronized Optional<byte[]> media(String name, @Nullable String generation) {
    return Optional.ofNullable(objects.get(name))
        .filter(stored -> generation == null || generation.equals(Long.toString(stored.generation)))
        .map(stored -> stored.bytes.clone());
  }

  synchronized boolean delete(String name) {
    return objects.remove(name) != null;
  }

  synchronized JsonNode list(String prefix) {
    ObjectNode json = GcsServer.JSON.createObjectNode().put("kind", "storage#objects");
    objects.keySet().stream()
        .filter(name -> name.startsWith(prefix))
        .forEach(name -> json.withArray("items").addObject().put("name", name));
    return json;
  }

  private static String md5(byte[] bytes) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String crc32c(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return Base64.getEncoder()
        .encodeToString(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
  }
}
