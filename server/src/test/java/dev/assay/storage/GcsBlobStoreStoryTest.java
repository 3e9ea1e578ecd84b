package dev.assay.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.ErrorCode;
import dev.assay.storage.settings.AllowedTransport;
import dev.assay.storage.settings.GcsSettings;
import dev.assay.storage.settings.GcsSettings.Identity;
import dev.assay.testkit.storage.GcsAccount;
import dev.assay.testkit.storage.GcsServer;
import dev.assay.testkit.storage.GcsServer.Fault;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The store of blobs against a server that speaks the JSON interface of Google Cloud Storage.
class GcsBlobStoreStoryTest extends ObjectStorageContract {
  private GcsServer server;
  private Path key;

  @BeforeEach
  void start() {
    server = GcsServer.start();
    key = server.account().keyFile(folder);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Storage storage(URI endpoint, String bucket, Identity identity, String name) {
    return Storage.gcs(
        new GcsSettings(endpoint, bucket, prefix, identity, AllowedTransport.ENCRYPTED),
        folder.resolve(name),
        1_000_000,
        Clock.systemUTC());
  }

  @Override
  Storage storage(String name, long most) {
    return Storage.gcs(
        new GcsSettings(
            server.endpoint(),
            GcsServer.BUCKET,
            prefix,
            new Identity.KeyFile(key),
            AllowedTransport.ENCRYPTED),
        folder.resolve(name),
        most,
        Clock.systemUTC());
  }

  @Override
  Storage elsewhere(URI endpoint, String name) {
    return storage(endpoint, GcsServer.BUCKET, new Identity.KeyFile(key), name);
  }

  @Override
  Storage withWrongKey(String name) {
    return storage(
        server.endpoint(),
        GcsServer.BUCKET,
        new Identity.KeyFile(server.account().wrongKeyFile(folder)),
        name);
  }

  @Override
  void copyThere(String name, byte[] bytes) {
    server.objects().put(name, bytes, Map.of());
  }

  @Override
  void damage(String name, byte[] bytes) {
    server.objects().damage(name, bytes);
  }

  @Override
  String settings() {
    return "assay.storage.gcs.";
  }

  @Test
  void a_key_that_google_refuses_is_named_by_its_account() {
    assertThatThrownBy(() -> withWrongKey("one").area(Storage.Area.BLOBS).contains(DIGEST))
        .hasMessageContainingAll(GcsAccount.NAME, "400", "invalid_grant");
  }

  @Test
  void the_account_of_the_machine_and_an_emulator_need_no_key() throws IOException {
    BlobStore ofMachine =
        storage(
                server.endpoint(),
                GcsServer.BUCKET,
                new Identity.Machine(server.endpoint()),
                "machine")
            .area(Storage.Area.BLOBS);
    ofMachine.keep(DIGEST, sink -> sink.write(TEXT));
    BlobStore ofNobody =
        storage(server.endpoint(), GcsServer.BUCKET, new Identity.Nobody(), "nobody")
            .area(Storage.Area.BLOBS);
    assertThatThrownBy(() -> ofNobody.find(DIGEST)).hasMessageContaining("401");
    server.account().admitEverybody();
    assertThat(read(ofNobody)).isEqualTo(TEXT);
    assertThatThrownBy(
            () ->
                storage(
                        server.endpoint(),
                        GcsServer.BUCKET,
                        new Identity.Machine(URI.create("http://127.0.0.1:1")),
                        "elsewhere")
                    .area(Storage.Area.BLOBS)
                    .contains(DIGEST))
        .hasMessageContainingAll("no metadata server", "assay.storage.gcs.key-file");
  }

  @Test
  void a_token_is_used_until_shortly_before_its_end_and_replaced_when_it_is_refused()
      throws IOException {
    BlobStore store = open("one");
    store.keep(DIGEST, sink -> sink.write(TEXT));
    assertThat(store.contains(DIGEST)).isTrue();
    assertThat(tokensAskedFor()).isOne();
    server.account().revoke();
    assertThat(store.contains(DIGEST)).isTrue();
    assertThat(tokensAskedFor()).isEqualTo(2);

    server.account().tokensLast(Duration.ofSeconds(30));
    BlobStore other = open("two");
    assertThat(other.contains(DIGEST)).isTrue();
    assertThat(other.contains(DIGEST)).isTrue();
    assertThat(tokensAskedFor()).isEqualTo(4);
  }

  private long tokensAskedFor() {
    return server.requests().stream().filter(each -> each.equals("POST /token")).count();
  }

  @ParameterizedTest
  @CsvSource({"GET,429", "POST,503", "DELETE,500"})
  void what_is_refused_for_the_moment_is_asked_again(String method, int status) throws IOException {
    String part = method.equals("POST") ? "/upload/" : "/o/";
    server.plan(2, method, part, new Fault.Refusal(status, "for the moment"));
    BlobStore store = open("one");
    store.keep(DIGEST, sink -> sink.write(TEXT));
    assertThat(read(open("two"))).isEqualTo(TEXT);
    store.remove(DIGEST);
    assertThat(server.objects().contains(key())).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"401,1", "403,1", "503,4"})
  void what_is_refused_for_good_is_said_with_what_the_server_said(int status, int times) {
    server.plan(8, "GET", "/o/", new Fault.Refusal(status, "Not for you."));
    assertThatThrownBy(() -> open("one").find(DIGEST))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.BLOB_STORE_FAILED);
              assertThat(e.reason())
                  .contains("answered " + status + ": Not for you", "assay.storage.gcs.*");
            });
    assertThat(server.requests().stream().filter(each -> each.startsWith("GET")))
        .hasSize(status == 401 ? 2 : times); // the second with a new token
  }

  @Test
  void a_bucket_that_is_not_there_is_not_an_object_that_is_not_there() {
    BlobStore store =
        storage(server.endpoint(), "another", new Identity.KeyFile(key), "one")
            .area(Storage.Area.BLOBS);
    assertThatThrownBy(() -> store.contains(DIGEST)).hasMessageContaining("no bucket another");
    assertThatThrownBy(() -> store.remove(DIGEST)).hasMessageContaining("no bucket another");
    assertThatThrownBy(() -> store.keep(DIGEST, sink -> sink.write(TEXT)))
        .hasMessageContaining("no bucket another");
    server.plan(1, "GET", "/o/", new Fault.Refusal(404, "Not Found"));
    assertThat(open("one").contains(DIGEST)).isFalse();
  }

  @Test
  void an_answer_that_breaks_off_is_asked_for_again_and_never_taken_for_the_whole()
      throws IOException {
    byte[] large = new byte[200_000];
    dev.assay.skill.Digest digest = dev.assay.skill.Digest.of(large);
    open("one").keep(digest, sink -> sink.write(large));
    server.plan(1, "GET", "alt=media", new Fault.Cut());
    try (var in = open("two").find(digest).orElseThrow()) {
      assertThat(in.readAllBytes()).isEqualTo(large);
    }
    server.plan(9, "GET", "alt=media", new Fault.Cut());
    assertThatThrownBy(() -> open("three").find(digest)).hasMessageContaining("broke off");
    assertThat(copies("three")).isZero();
  }

  @Test
  void an_upload_whose_answer_is_lost_is_asked_for_again_and_is_there_once() throws IOException {
    server.plan(1, "POST", "/upload/", new Fault.Lost());
    open("one").keep(DIGEST, sink -> sink.write(TEXT));
    assertThat(server.requests().stream().filter(each -> each.startsWith("POST /upload")))
        .hasSize(2);
    assertThat(read(open("two"))).isEqualTo(TEXT);
  }

  @Test
  void an_upload_that_changed_on_its_way_is_refused_and_does_not_stay() {
    server.plan(1, "POST", "/upload/", new Fault.Changed());
    assertThatThrownBy(() -> open("one").keep(DIGEST, sink -> sink.write(TEXT)))
        .hasMessageContaining("other bytes arrived");
    assertThat(server.objects().contains(key())).isFalse();
  }

  @Test
  void the_object_of_a_faster_writer_stays() throws IOException {
    BlobStore store = open("one");
    store.keep(
        DIGEST,
        sink -> {
          server.objects().put(key(), TEXT, Map.of());
          sink.write(TEXT);
        });
    assertThatThrownBy(
            () -> {
              BlobStore other = storage("two", 1_000).area(Storage.Area.FILES);
              other.keep(
                  DIGEST,
                  sink -> {
                    server
                        .objects()
                        .put(key().replace(prefix, prefix + "/files"), new byte[] {'x'}, Map.of());
                    sink.write(TEXT);
                  });
            })
        .hasMessageContaining("changed by somebody else");
  }

  @Test
  void a_file_that_is_no_key_of_a_service_account_is_refused_at_once() throws IOException {
    Path file = folder.resolve("other.json");
    assertRefused(file, "cannot be read");
    Files.writeString(file, "secret words");
    assertRefused(file, "is not JSON");
    Files.writeString(file, "{\"type\": \"authorized_user\", \"refresh_token\": \"secret\"}");
    assertRefused(file, "authorized_user");
    Files.writeString(
        file,
        "{\"type\": \"service_account\", \"client_email\": \"a\", \"private_key\": \"secret\"}");
    assertRefused(file, "no RSA key");
    Files.writeString(
        file, Files.readString(key).replace(server.endpoint().toString(), "http://192.0.2.1"));
    assertRefused(file, "token_uri");
  }

  private void assertRefused(Path file, String why) {
    assertThatThrownBy(
            () -> storage(server.endpoint(), GcsServer.BUCKET, new Identity.KeyFile(file), "one"))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
              assertThat(e.reason())
                  .contains(why, "assay.storage.gcs.key-file", file.toString())
                  .doesNotContain("secret");
            });
  }
}
