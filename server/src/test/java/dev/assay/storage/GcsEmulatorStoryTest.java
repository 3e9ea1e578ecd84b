package dev.assay.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.storage.settings.AllowedTransport;
import dev.assay.storage.settings.GcsSettings;
import dev.assay.storage.settings.GcsSettings.Identity;
import dev.assay.testkit.storage.GcsServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import tools.jackson.databind.json.JsonMapper;

/// The store of blobs against the emulator of Google Cloud Storage that Firebase brings along.
@EnabledIfEnvironmentVariable(
    named = "ASSAY_CHECK_DIST",
    matches = "1",
    disabledReason = "it installs firebase-tools from npm: ASSAY_CHECK_DIST=1 ./check")
class GcsEmulatorStoryTest extends ObjectStorageContract {
  private static final Path FOLDER = Path.of("target", "gcs-emulator").toAbsolutePath();
  private static final String SCRIPT = "gcs-emulator.cjs";
  private static final String BUCKET = "assay-tests";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static GcsServer tokens;
  private static Process emulator;
  private static URI endpoint;

  @BeforeAll
  static void start() throws Exception {
    install();
    String resource = "/dev/assay/storage/" + SCRIPT;
    try (InputStream stream =
        Objects.requireNonNull(GcsEmulatorStoryTest.class.getResourceAsStream(resource))) {
      Files.write(FOLDER.resolve(SCRIPT), stream.readAllBytes());
    }
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    endpoint = URI.create("http://127.0.0.1:" + port);
    emulator =
        new ProcessBuilder("node", SCRIPT, Integer.toString(port))
            .directory(FOLDER.toFile())
            .redirectErrorStream(true)
            .start();
    BufferedReader said = emulator.inputReader();
    String line = said.readLine();
    while (line != null && !line.equals("ready")) {
      line = said.readLine();
    }
    assertThat(line).as("the emulator is ready").isNotNull();
    Thread.ofVirtual().start(() -> said.lines().forEach(_ -> {}));
    tokens = GcsServer.start();
  }

  private static void install() throws Exception {
    Files.createDirectories(FOLDER);
    if (!Files.exists(FOLDER.resolve("node_modules/firebase-tools"))) {
      Files.writeString(FOLDER.resolve("package.json"), "{\"private\": true}");
      List<String> words =
          List.of(
              "npm",
              "install",
              "--no-audit",
              "--no-fund",
              "--ignore-scripts",
              "firebase-tools@15.34.2");
      Process npm;
      try {
        npm =
            new ProcessBuilder(words)
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .redirectOutput(FOLDER.resolve("npm.log").toFile())
                .start();
      } catch (IOException e) {
        assumeTrue(false, "SKIPPED: there is no npm. On Debian: apt-get install nodejs npm");
        return;
      }
      assumeTrue(
          npm.waitFor() == 0,
          "SKIPPED: npm cannot install firebase-tools; see " + FOLDER.resolve("npm.log"));
    }
  }

  @AfterAll
  static void stop() throws InterruptedException {
    if (emulator != null) {
      emulator.destroy();
      emulator.waitFor();
      tokens.close();
    }
  }

  private Storage storage(URI where, Identity identity, String name, long most) {
    return Storage.gcs(
        new GcsSettings(where, BUCKET, prefix, identity, AllowedTransport.ENCRYPTED),
        folder.resolve(name),
        most,
        Clock.systemUTC());
  }

  @Override
  Storage storage(String name, long most) {
    return storage(endpoint, new Identity.Nobody(), name, most);
  }

  @Override
  Storage elsewhere(URI where, String name) {
    return storage(where, new Identity.Nobody(), name, 1_000);
  }

  /// The emulator knows no keys; who hands out tokens does.
  @Override
  Storage withWrongKey(String name) {
    return storage(
        endpoint, new Identity.KeyFile(tokens.account().wrongKeyFile(folder)), name, 1_000);
  }

  @Override
  void copyThere(String key, byte[] bytes) {
    send(
        HttpRequest.newBuilder(
                endpoint.resolve(
                    "/upload/storage/v1/b/%s/o?uploadType=media&name=%s"
                        .formatted(BUCKET, encoded(key))))
            .header("Content-Type", "application/octet-stream")
            .POST(HttpRequest.BodyPublishers.ofByteArray(bytes)));
  }

  /// Puts another object in its place, with the notes it had.
  @Override
  void damage(String key, byte[] bytes) {
    String resource =
        send(
            HttpRequest.newBuilder(
                endpoint.resolve("/storage/v1/b/%s/o/%s".formatted(BUCKET, encoded(key)))));
    String body =
        "--x\r\nContent-Type: application/json\r\n\r\n%s\r\n--x\r\nContent-Type: application/octet-stream\r\n\r\n%s\r\n--x--\r\n"
            .formatted(
                JSON.createObjectNode()
                    .put("name", key)
                    .set("metadata", JSON.readTree(resource).path("metadata")),
                new String(bytes, StandardCharsets.UTF_8));
    send(
        HttpRequest.newBuilder(
                endpoint.resolve(
                    "/upload/storage/v1/b/%s/o?uploadType=multipart".formatted(BUCKET)))
            .header("Content-Type", "multipart/related; boundary=x")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private static String send(HttpRequest.Builder request) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  String settings() {
    return "assay.storage.gcs.";
  }
}
