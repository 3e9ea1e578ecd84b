package dev.assay.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpHandler;
import dev.assay.packages.Exchange.Result;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.testkit.packages.PackageServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Indexes that do not do what they should.
class BadIndexStoryTest {
  private static final String PAGE = "/simple/tiny-one/";
  private static final String FILE = "/files/" + DoorFixture.WHEEL;

  @TempDir Path folder;
  private DoorFixture fixture;
  private PackageServer server;

  @BeforeEach
  void open() {
    fixture = new DoorFixture(folder.resolve("doors"));
    server = fixture.server();
  }

  @AfterEach
  void close() throws IOException {
    fixture.close();
    try (Stream<Path> left = Files.list(folder.resolve("doors"))) {
      assertThat(left).isEmpty();
    }
  }

  private PackageDoor door() {
    return fixture.door(DoorFixture.sources(server.address("/simple/")));
  }

  private PackageDoor impatientDoor() {
    return fixture.door(DoorFixture.impatient(DoorFixture.sources(server.address("/simple/"))));
  }

  private static Exchange last(PackageDoor door) {
    return door.exchanges().getLast();
  }

  private void offer(String hash) {
    server.put(PAGE, "text/html", "<a href='%s#sha256=%s'>x</a>".formatted("../.." + FILE, hash));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          401 | It wants credentials: add "machine 127.0.0.1:
          403 | It does not allow that
          407 | The proxy wants credentials
          429 | It was asked too often
          500 | Try again later, or set assay.packages.pip.index to another index.
          503 | Try again later
          """)
  void a_refusal_is_handed_on_and_blamed_on_the_index(int status, String remedy) {
    server.on(PAGE, exchange -> PackageServer.answer(exchange, status, "text/plain", new byte[0]));
    PackageDoor door = door();
    assertThat(new DoorClient(door).get("/p/0/tiny-one/").status()).isEqualTo(status);
    assertThat(last(door).shown())
        .isEqualTo("%s answered %d to tiny-one/".formatted(server.address("/simple/"), status));
    assertThat(door.trouble().orElseThrow())
        .startsWith(last(door).shown() + " (from a test). ")
        .contains(remedy);
  }

  @Test
  void an_index_that_lacks_one_package_is_not_to_blame() {
    server.put("/simple/pip/", "text/html", "<a href='pip-1.0.tar.gz'>pip</a>");
    PackageDoor door = door();
    assertThat(new DoorClient(door).get("/p/0/tiny-one/").status()).isEqualTo(404);
    assertThat(door.trouble()).isEmpty();
    assertThat(door.trouble()).isEmpty();
    assertThat(server.requests())
        .extracting(PackageServer.Request::path)
        .containsExactly(PAGE, "/simple/pip/");
  }

  @Test
  void an_address_that_lacks_everything_is_to_blame() {
    PackageDoor door = door();
    new DoorClient(door).get("/p/0/tiny-one/");
    assertThat(door.trouble().orElseThrow())
        .isEqualTo(
            server.address("/simple/")
                + " answered 404 to everything, even to pip (from a test). It may not be a package"
                + " index: check the address in assay.packages.pip.index.");
  }

  @Test
  void an_index_that_hangs_is_given_up_and_not_asked_for_ever() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    HttpHandler hang = exchange -> await(end);
    server.on(PAGE, hang).on("/simple/two/", hang).on("/simple/three/", hang);
    PackageDoor door = impatientDoor();
    DoorClient client = new DoorClient(door);
    assertThat(client.get("/p/0/tiny-one/").status()).isEqualTo(504);
    assertThat(client.get("/p/0/two/").status()).isEqualTo(504);
    assertThat(client.get("/p/0/three/").status()).isEqualTo(504);
    end.countDown();
    assertThat(server.requests()).hasSize(2);
    assertThat(door.exchanges()).allMatch(each -> each.result() == Result.SILENT);
    assertThat(last(door).shown()).endsWith("did not answer within 1 s (not asked again)");
    assertThat(door.trouble().orElseThrow()).contains("assay.packages.patience");
  }

  @Test
  void an_index_that_stops_in_the_middle_of_a_page_is_given_up() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    server.on(
        PAGE,
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write("<html>".getBytes(StandardCharsets.UTF_8));
          exchange.getResponseBody().flush();
          await(end);
        });
    PackageDoor door = impatientDoor();
    assertThat(new DoorClient(door).get("/p/0/tiny-one/").status()).isEqualTo(504);
    end.countDown();
    assertThat(last(door).result()).isEqualTo(Result.CORRUPT);
    assertThat(last(door).shown()).endsWith("nothing more came within 1 s");
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          text/html        | <html><body>Welcome</body></html>                 | a page without any links
          text/html        | <html><a href='/login'>Sign in</a></html>         | a page of 1 links, none of them to a package
          text/html        | ''                                                | a page without any links
          application/json | {"error": "x"}                                    | JSON without a list of files
          application/json | <html>                                            | broken JSON
          image/png        | \u0000\u0001                                      | a page without any links
          """)
  void a_page_that_is_no_index_is_called_so(String type, String body, String found) {
    server.put(PAGE, type, body);
    PackageDoor door = door();
    assertThat(new DoorClient(door).get("/p/0/tiny-one/").status()).isEqualTo(504);
    assertThat(last(door).result()).isEqualTo(Result.NOT_AN_INDEX);
    assertThat(last(door).shown()).contains("with " + found + " instead of a package index");
    assertThat(door.trouble()).isPresent();
  }

  @Test
  void a_page_that_grows_without_end_is_cut_off() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(packed)) {
      byte[] million = new byte[1 << 20];
      for (int count = 0; count < 70; count++) {
        gzip.write(million);
      }
    }
    server.on(
        PAGE,
        exchange -> {
          exchange.getResponseHeaders().set("Content-Encoding", "gzip");
          PackageServer.answer(exchange, 200, "text/html", packed.toByteArray());
        });
    PackageDoor door = door();
    assertThat(new DoorClient(door).get("/p/0/tiny-one/").status()).isEqualTo(504);
    assertThat(last(door).shown()).contains("a page of more than 64 MiB");
  }

  @Test
  void a_file_with_another_checksum_is_never_delivered_as_complete() {
    offer("0".repeat(64));
    server.put(FILE, "application/octet-stream", "x".repeat(200_000));
    PackageDoor door = door();
    DoorClient client = new DoorClient(door);
    String path = DoorClient.link(client.get("/p/0/tiny-one/").body());
    DoorClient.Answer answer = client.get(path);
    assertThat(answer.complete()).isFalse();
    assertThat(last(door).result()).isEqualTo(Result.CORRUPT);
    assertThat(last(door).shown())
        .isEqualTo(
            "%s delivered %s damaged: its sha256 is not the one that the index names (200000 bytes came)"
                .formatted(server.address("/simple/"), DoorFixture.WHEEL));
    assertThat(door.trouble()).isPresent();
    AssayException failure =
        catchThrowableOfType(AssayException.class, () -> door.find("http://127.0.0.1:3141" + path));
    assertThat(failure.code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(failure.reason()).contains("damaged");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fixed", "chunked"})
  void a_file_that_ends_too_early_is_never_delivered_as_complete(String how) {
    offer("0".repeat(64));
    server.on(
        FILE,
        exchange -> {
          exchange.sendResponseHeaders(200, how.equals("fixed") ? 100_000 : 0);
          exchange.getResponseBody().write(new byte[70_000]);
          exchange.getResponseBody().flush();
          throw new IOException("gone");
        });
    PackageDoor door = door();
    DoorClient client = new DoorClient(door);
    DoorClient.Answer answer = client.get(DoorClient.link(client.get("/p/0/tiny-one/").body()));
    assertThat(answer.complete()).isFalse();
    assertThat(last(door).result()).isEqualTo(Result.CORRUPT);
    assertThat(door.trouble().orElseThrow()).contains("damaged: the connection broke off");
  }

  @Test
  void an_index_that_is_not_there_is_unreachable() {
    server.close();
    PackageDoor door = door();
    assertThat(new DoorClient(door).get("/p/0/tiny-one/").status()).isEqualTo(504);
    assertThat(last(door).result()).isEqualTo(Result.UNREACHABLE);
    assertThat(door.trouble().orElseThrow())
        .contains("takes no connections", "assay.packages.pip.index", "assay.packages.proxy");
  }

  @Test
  void what_does_not_speak_http_is_unreachable() throws Exception {
    try (java.net.ServerSocket socket =
        new java.net.ServerSocket(0, 5, java.net.InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(
              () -> {
                while (!socket.isClosed()) {
                  try (java.net.Socket client = socket.accept()) {
                    client
                        .getOutputStream()
                        .write("SSH-2.0-x\r\n".getBytes(StandardCharsets.UTF_8));
                  } catch (IOException e) {
                    return;
                  }
                }
              });
      PackageDoor door =
          fixture.door(
              DoorFixture.sources(
                  java.net.URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/")));
      assertThat(new DoorClient(door).get("/p/0/tiny-one/").status()).isEqualTo(504);
      assertThat(last(door).result()).isEqualTo(Result.UNREACHABLE);
    }
  }
}
