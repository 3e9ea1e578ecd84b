package dev.assay.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.testkit.BlobStoreContract;
import dev.assay.testkit.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The store of blobs against a real S3 server.
class S3BlobStoreStoryTest extends BlobStoreContract {
  private static final byte[] TEXT = "a blob".getBytes(StandardCharsets.UTF_8);
  private static final Digest DIGEST = Digest.of(TEXT);
  private static ObjectStore server;

  @TempDir private Path folder;
  private String prefix = UUID.randomUUID().toString();

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = ObjectStore.start(folder);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  protected BlobStore store() {
    return open("one", 1_000_000);
  }

  private BlobStore open(String name, long most) {
    return Storage.s3(settings(ObjectStore.SECRET), folder.resolve(name), most)
        .area(Storage.Area.BLOBS);
  }

  private S3Settings settings(String secret) {
    return settings(server.endpoint(), secret, S3Settings.Transport.ENCRYPTED);
  }

  private S3Settings settings(URI endpoint, String secret, S3Settings.Transport transport) {
    return new S3Settings(
        Optional.of(endpoint),
        "us-east-1",
        ObjectStore.BUCKET,
        prefix,
        Optional.of(new S3Settings.AccessKey(ObjectStore.KEY, Secret.of(secret))),
        transport);
  }

  @Test
  void another_server_reads_what_this_one_kept_and_forgets_what_this_one_removed()
      throws IOException {
    BlobStore here = open("one", 1_000_000);
    BlobStore there = open("two", 1_000_000);
    here.keep(DIGEST, sink -> sink.write(TEXT));
    assertThat(read(there)).isEqualTo(TEXT);
    assertThat(copies("two")).isEqualTo(TEXT.length);

    here.remove(DIGEST);
    assertThat(there.find(DIGEST)).isEmpty();
    assertThat(copies("two")).isZero();
  }

  @Test
  void a_damaged_object_is_refused_before_anybody_sees_a_byte() throws IOException {
    open("one", 1_000_000).keep(DIGEST, sink -> sink.write(TEXT));
    byte[] damaged = TEXT.clone();
    damaged[0] = 'X';
    Files.write(object(), damaged); // keeps its attributes, the checksum among them

    assertThatThrownBy(() -> open("two", 1_000_000).find(DIGEST))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.BLOB_STORE_FAILED);
              assertThat(e.reason()).contains("damaged", DIGEST.hex().substring(2));
            });
    assertThat(copies("two")).isZero();
  }

  @Test
  void objects_that_other_programs_copied_into_the_bucket_are_read() throws IOException {
    Files.createDirectories(object().getParent());
    Files.write(object(), new byte[] {'x'});
    assertThat(read(open("one", 1_000_000))).isEqualTo(new byte[] {'x'});
  }

  @Test
  void an_object_that_was_cut_off_is_refused_and_written_again_with_the_next_upload()
      throws IOException {
    BlobStore store = open("one", 1_000_000);
    store.keep(DIGEST, sink -> sink.write(TEXT));
    try (FileChannel object = FileChannel.open(object(), StandardOpenOption.WRITE)) {
      object.truncate(3); // keeps its attributes
    }
    assertThatThrownBy(() -> open("two", 1_000_000).find(DIGEST)).hasMessageContaining("damaged");

    store.keep(DIGEST, sink -> sink.write(TEXT));
    assertThat(read(open("two", 1_000_000))).isEqualTo(TEXT);
  }

  @Test
  void a_storage_of_another_database_is_refused_although_the_own_mark_was_read_before() {
    JdbcClient database = new TestDatabase().jdbc();
    identity(database, ObjectStore.SECRET).require();
    StorageIdentity running = identity(database, ObjectStore.SECRET);
    running.require();
    prefix = UUID.randomUUID().toString();
    identity(new TestDatabase().jdbc(), ObjectStore.SECRET).require();

    assertThatThrownBy(() -> identity(database, ObjectStore.SECRET).require())
        .hasMessageContaining("belongs to another database");
    assertThatThrownBy(() -> identity(database, "a-wrong-secret").require())
        .hasMessageContainingAll("403", "assay.storage.s3")
        .hasMessageNotContaining("a-wrong-secret");
    assertThat(running.findObstacle()).isEmpty();
  }

  private StorageIdentity identity(JdbcClient database, String secret) {
    return new StorageIdentity(
        database,
        Storage.s3(settings(secret), folder.resolve("identity"), 1_000_000),
        Clock.systemUTC());
  }

  @Test
  void copies_on_disk_are_bounded_and_the_newest_stay() throws IOException {
    BlobStore store = open("small", 25);
    for (int i = 0; i < 5; i++) {
      byte[] bytes = new byte[10];
      bytes[0] = (byte) i;
      store.keep(Digest.of(bytes), sink -> sink.write(bytes));
    }
    assertThat(copies("small")).isEqualTo(20);
    byte[] first = new byte[10];
    try (InputStream in = store.find(Digest.of(first)).orElseThrow()) {
      assertThat(in.readAllBytes()).isEqualTo(first);
    }
    assertThat(copies("small")).isEqualTo(20);
  }

  @Test
  void a_store_that_is_away_is_named_and_copies_are_read_meanwhile() throws IOException {
    open("one", 1_000_000).keep(DIGEST, sink -> sink.write(TEXT));
    URI nobody = URI.create("http://127.0.0.1:1");
    S3Settings away = settings(nobody, ObjectStore.SECRET, S3Settings.Transport.ENCRYPTED);

    assertThat(read(Storage.s3(away, folder.resolve("one"), 1_000_000).area(Storage.Area.BLOBS)))
        .isEqualTo(TEXT);
    assertThatThrownBy(
            () ->
                Storage.s3(away, folder.resolve("two"), 1_000_000)
                    .area(Storage.Area.BLOBS)
                    .find(DIGEST))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> assertThat(e.reason()).contains(nobody.toString(), "assay.storage.s3"));
  }

  @Test
  void a_wrong_key_is_refused_without_naming_the_secret() {
    BlobStore store =
        Storage.s3(settings("a-wrong-secret"), folder.resolve("one"), 1_000)
            .area(Storage.Area.BLOBS);
    assertThatThrownBy(() -> store.contains(DIGEST))
        .hasMessageContaining("403")
        .hasMessageNotContaining("a-wrong-secret");
  }

  @Test
  void plain_http_goes_to_this_machine_only_unless_it_is_allowed() {
    URI elsewhere = URI.create("http://192.0.2.1:9000");
    assertThatThrownBy(
            () ->
                Storage.s3(settings(elsewhere, "x", S3Settings.Transport.ENCRYPTED), folder, 1_000))
        .hasMessageContaining("assay.storage.s3.plain-http");
    assertThat(settings(elsewhere, "x", S3Settings.Transport.ANY).findObstacle()).isEmpty();
    assertThat(
            settings(URI.create("https://s3.example.com"), "x", S3Settings.Transport.ENCRYPTED)
                .findObstacle())
        .isEmpty();
  }

  private Path object() {
    return server
        .objects()
        .resolve(prefix)
        .resolve(DIGEST.hex().substring(0, 2))
        .resolve(DIGEST.hex().substring(2));
  }

  private static byte[] read(BlobStore store) throws IOException {
    try (InputStream in = store.find(DIGEST).orElseThrow()) {
      return in.readAllBytes();
    }
  }

  /// The bytes of all copies.
  private long copies(String name) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(name))) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
