package dev.assay.storage.gcs;

import dev.assay.skill.Secret;
import dev.assay.storage.objects.BrokenOffException;
import dev.assay.storage.objects.Bucket;
import dev.assay.storage.settings.GcsSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A bucket of Google Cloud Storage.
public final class GcsBucket implements Bucket {
  private static final long LARGEST = 5L << 40;
  private static final int MISSING = 404;
  private static final int CHANGED = 412;
  private static final String FIELDS = "fields=generation,size,md5Hash,crc32c,metadata";

  private final GcsSettings settings;
  private final Requests requests;
  private final GcsTokens tokens;

  private GcsBucket(GcsSettings settings, Requests requests, GcsTokens tokens) {
    this.settings = settings;
    this.requests = requests;
    this.tokens = tokens;
  }

  public static GcsBucket open(GcsSettings settings, Clock clock) {
    Requests requests = new Requests();
    return new GcsBucket(settings, requests, new GcsTokens(settings, requests, clock));
  }

  @Override
  public String where() {
    return settings.where();
  }

  @Override
  public String prefix() {
    return settings.prefix();
  }

  @Override
  public String settings() {
    return "assay.storage.gcs.*";
  }

  @Override
  public long largest() {
    return LARGEST;
  }

  @Override
  public Optional<Facts> find(String key) throws IOException {
    return resource(key).map(GcsBucket::facts);
  }

  private Optional<JsonNode> resource(String key) throws IOException {
    return found(ask(() -> HttpRequest.newBuilder(object(key, FIELDS)), Optional.empty()))
        .map(Answer::json);
  }

  private static Facts facts(JsonNode resource) {
    Map<String, String> notes = new LinkedHashMap<>();
    JsonNode metadata = resource.path("metadata");
    metadata.propertyNames().forEach(name -> notes.put(name, metadata.path(name).asString("")));
    return new Facts(generation(resource), resource.path("size").asLong(-1), notes);
  }

  private static String generation(JsonNode resource) {
    return resource.path("generation").asString("");
  }

  /// Writes the object in one request. It can be repeated, because it requires the object to be in
  /// the state in which it was found.
  @Override
  public void put(
      String key, Path file, byte[] md5, Map<String, String> notes, Optional<Facts> replaced)
      throws IOException {
    String checksum = Base64.getEncoder().encodeToString(md5);
    ObjectNode resource = Answer.JSON.createObjectNode().put("name", key).put("md5Hash", checksum);
    notes.forEach(resource.putObject("metadata")::put);
    String line = "assay-" + UUID.randomUUID(); // unpredictable, so no file can contain it
    String head =
        """
        --%1$s
        Content-Type: application/json; charset=UTF-8

        %2$s
        --%1$s
        Content-Type: application/octet-stream

        """
            .formatted(line, resource)
            .replace("\n", "\r\n");
    HttpRequest.BodyPublisher body =
        BodyPublishers.concat(
            BodyPublishers.ofString(head),
            BodyPublishers.ofFile(file),
            BodyPublishers.ofString("\r\n--" + line + "--\r\n"));
    URI address =
        bucket(
            "/upload/storage/v1/b/",
            "?uploadType=multipart&ifGenerationMatch=%s&%s"
                .formatted(replaced.map(Facts::version).orElse("0"), FIELDS));
    Answer answer =
        ask(
            () ->
                HttpRequest.newBuilder(address)
                    .header("Content-Type", "multipart/related; boundary=" + line)
                    .POST(body),
            Optional.empty());
    if (answer.status() == MISSING) {
      throw noBucket();
    }
    if (answer.status() == CHANGED) {
      requireSame(key, checksum);
    } else if (!answer.isGood()) {
      throw answer.refusal();
    } else {
      requireSame(key, answer.json(), checksum);
    }
  }

  /// Accepts an object that exists already with the same content. Another server wrote it
  /// meanwhile, or the answer to the first attempt was lost.
  private void requireSame(String key, String checksum) throws IOException {
    if (!resource(key)
        .map(each -> each.path("md5Hash").asString(""))
        .equals(Optional.of(checksum))) {
      throw new IOException("%s was changed by somebody else meanwhile".formatted(key));
    }
  }

  private void requireSame(String key, JsonNode written, String checksum) throws IOException {
    if (!written.path("md5Hash").asString(checksum).equals(checksum)) {
      Answer _ =
          ask(
              () ->
                  HttpRequest.newBuilder(object(key, "generation=" + generation(written))).DELETE(),
              Optional.empty());
      throw new IOException("other bytes arrived than were sent (MD5)");
    }
  }

  @Override
  public Optional<Facts> fetch(String key, OutputStream sink) throws IOException {
    Optional<JsonNode> resource = resource(key);
    if (resource.isEmpty()) {
      return Optional.empty();
    }
    CRC32C crc32c = new CRC32C();
    OutputStream counted = new CheckedOutputStream(sink, crc32c);
    Optional<Answer> answer =
        found(
            ask(
                () ->
                    HttpRequest.newBuilder(
                        object(key, "alt=media&generation=" + generation(resource.get()))),
                Optional.of(counted)));
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    Facts facts = facts(resource.get());
    String received =
        Base64.getEncoder()
            .encodeToString(ByteBuffer.allocate(4).putInt((int) crc32c.getValue()).array());
    if (facts.notes().isEmpty()
        && !resource.get().path("crc32c").asString(received).equals(received)) {
      throw new BrokenOffException("other bytes arrived than are stored (CRC32C)");
    }
    return Optional.of(facts);
  }

  @Override
  public void delete(String key) throws IOException {
    Optional<Answer> _ =
        found(ask(() -> HttpRequest.newBuilder(object(key, "")).DELETE(), Optional.empty()));
  }

  /// The answer; empty if there is a bucket and no such object in it.
  private Optional<Answer> found(Answer answer) throws IOException {
    if (answer.isGood()) {
      return Optional.of(answer);
    }
    if (answer.status() != MISSING) {
      throw answer.refusal();
    }
    if (answer.message().startsWith("No such object") || isThere()) {
      return Optional.empty();
    }
    throw noBucket();
  }

  /// Says whether the bucket exists. An answer for a missing bucket and one for a missing object
  /// look nearly the same.
  private boolean isThere() throws IOException {
    Answer answer =
        ask(
            () ->
                HttpRequest.newBuilder(
                    bucket(
                        "/storage/v1/b/",
                        "?maxResults=1&fields=kind&prefix=" + encoded(settings.prefix()))),
            Optional.empty());
    if (!answer.isGood() && answer.status() != MISSING) {
      throw answer.refusal();
    }
    return answer.isGood();
  }

  private IOException noBucket() {
    return new IOException("there is no bucket " + settings.bucket());
  }

  /// Sends a request. A token that is refused is replaced once.
  private Answer ask(Supplier<HttpRequest.Builder> request, Optional<OutputStream> sink)
      throws IOException {
    Optional<Secret> token = tokens.find();
    Answer answer = requests.send(() -> authorized(request.get(), token), sink);
    if (answer.status() == 401 && token.isPresent()) {
      tokens.forget(token.get());
      Optional<Secret> fresh = tokens.find();
      answer = requests.send(() -> authorized(request.get(), fresh), sink);
    }
    return answer;
  }

  private static HttpRequest.Builder authorized(
      HttpRequest.Builder request, Optional<Secret> token) {
    token.ifPresent(each -> request.header("Authorization", "Bearer " + each.reveal()));
    return request;
  }

  private URI object(String key, String query) {
    return bucket("/storage/v1/b/", "/" + encoded(key) + (query.isEmpty() ? "" : "?" + query));
  }

  private URI bucket(String path, String rest) {
    String endpoint = settings.endpoint().toString().replaceFirst("/+$", "");
    return URI.create(endpoint + path + encoded(settings.bucket()) + "/o" + rest);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public void close() {
    requests.close();
  }
}
