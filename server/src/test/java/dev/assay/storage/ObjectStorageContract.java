package dev.assay.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.testkit.BlobStoreContract;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// What every storage in an object store must do, beyond what every store of blobs does.
abstract class ObjectStorageContract extends BlobStoreContract {
  static final byte[] TEXT = "a blob".getBytes(StandardCharsets.UTF_8);
  static final Digest DIGEST = Digest.of(TEXT);
  private static final URI NOBODY = URI.create("http://127.0.0.1:1");

  @TempDir Path folder;
  String prefix = UUID.randomUUID().toString();

  /// A storage below the current prefix.
  ///
  /// @param name of the folder for copies
  abstract Storage storage(String name, long most);

  /// One at another address.
  abstract Storage elsewhere(URI endpoint, String name);

  /// One whose server does not know the key.
  abstract Storage withWrongKey(String name);

  /// Puts an object there as another program would.
  abstract void copyThere(String key, byte[] bytes) throws IOException;

  /// Changes the bytes of an object and nothing else of it.
  abstract void damage(String key, byte[] bytes) throws IOException;

  /// What settings to look at begin with.
  abstract String settings();

  @Override
  protected BlobStore store() {
    return open("one");
  }

  final BlobStore open(String name) {
    return storage(name, 1_000_000).area(Storage.Area.BLOBS);
  }

  final String key() {
    return key(DIGEST);
  }

  private String key(Digest digest) {
    return prefix + "/" + digest.hex().substring(0, 2) + "/" + digest.hex().substring(2);
  }

  @Test
  void another_server_reads_what_this_one_kept_and_forgets_what_this_one_removed()
      throws IOException {
    BlobStore here = open("one");
    BlobStore there = open("two");
    here.keep(DIGEST, sink -> sink.write(TEXT));
    assertThat(read(there)).isEqualTo(TEXT);
    assertThat(copies("two")).isEqualTo(TEXT.length);

    here.remove(DIGEST);
    assertThat(there.find(DIGEST)).isEmpty();
    assertThat(copies("two")).isZero();
  }

  @Test
  void a_damaged_object_is_refused_before_anybody_sees_a_byte() throws IOException {
    open("one").keep(DIGEST, sink -> sink.write(TEXT));
    byte[] damaged = TEXT.clone();
    damaged[0] = 'X';
    damage(key(), damaged);

    assertThatThrownBy(() -> open("two").find(DIGEST))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.BLOB_STORE_FAILED);
              assertThat(e.reason()).contains("damaged", DIGEST.hex().substring(2));
            });
    assertThat(copies("two")).isZero();
  }

  @Test
  void what_has_its_own_digest_takes_the_place_of_a_damaged_object() throws IOException {
    Digest own = Digest.of(TEXT);
    BlobStore store = open("one");
    store.keepIntact(own, sink -> sink.write(TEXT));
    byte[] damaged = TEXT.clone();
    damaged[0] = 'X';
    damage(key(own), damaged);
    open("two").keepIntact(own, sink -> sink.write(TEXT));

    assertThat(open("three").isIntact(own)).isTrue();
  }

  @Test
  void a_damaged_copy_is_fetched_anew() throws IOException {
    BlobStore store = open("one");
    store.keep(DIGEST, sink -> sink.write(TEXT));
    byte[] damaged = TEXT.clone();
    damaged[0] = 'X';
    Files.write(folder.resolve("one").resolve(DIGEST.hex()), damaged);

    assertThat(read(store)).isEqualTo(TEXT);
    assertThat(folder.resolve("one").resolve(DIGEST.hex())).hasBinaryContent(TEXT);
  }

  @Test
  void objects_that_other_programs_copied_into_the_bucket_are_read() throws IOException {
    copyThere(key(), new byte[] {'x'});
    assertThat(read(open("one"))).isEqualTo(new byte[] {'x'});
  }

  @Test
  void an_object_that_was_cut_off_is_refused_and_written_again_with_the_next_upload()
      throws IOException {
    BlobStore store = open("one");
    store.keep(DIGEST, sink -> sink.write(TEXT));
    damage(key(), Arrays.copyOf(TEXT, 3));
    assertThatThrownBy(() -> open("two").find(DIGEST)).hasMessageContaining("damaged");

    store.keep(DIGEST, sink -> sink.write(TEXT));
    assertThat(read(open("two"))).isEqualTo(TEXT);
  }

  @Test
  void a_storage_of_another_database_is_refused_although_the_own_mark_was_read_before() {
    JdbcClient database = new TestDatabase().jdbc();
    identity(database, storage("identity", 1_000_000)).require();
    StorageIdentity running = identity(database, storage("identity", 1_000_000));
    running.require();
    prefix = UUID.randomUUID().toString();
    identity(new TestDatabase().jdbc(), storage("identity", 1_000_000)).require();

    assertThatThrownBy(() -> identity(database, storage("identity", 1_000_000)).require())
        .hasMessageContaining("belongs to another database");
    assertThat(running.findObstacle()).isEmpty();
  }

  private static StorageIdentity identity(JdbcClient database, Storage storage) {
    return new StorageIdentity(database, storage, Clock.systemUTC());
  }

  @Test
  void copies_on_disk_are_bounded_and_the_newest_stay() throws IOException {
    BlobStore store = storage("small", 25).area(Storage.Area.BLOBS);
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
    open("one").keep(DIGEST, sink -> sink.write(TEXT));

    assertThat(read(elsewhere(NOBODY, "one").area(Storage.Area.BLOBS))).isEqualTo(TEXT);
    assertThatThrownBy(() -> elsewhere(NOBODY, "two").area(Storage.Area.BLOBS).find(DIGEST))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> assertThat(e.reason()).contains(NOBODY.toString(), settings()));
    assertThat(elsewhere(NOBODY, "two").findObstacle())
        .hasValueSatisfying(text -> assertThat(text).contains(settings()));
    assertThat(storage("two", 1_000).findObstacle()).isEmpty();
  }

  @Test
  void a_wrong_key_is_refused_without_naming_the_secret() {
    assertThatThrownBy(() -> withWrongKey("one").area(Storage.Area.BLOBS).contains(DIGEST))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.BLOB_STORE_FAILED);
              assertThat(e.reason()).contains(settings()).doesNotContain("secret", "PRIVATE");
            });
  }

  @Test
  void plain_http_goes_to_this_machine_only_unless_it_is_allowed() {
    assertThatThrownBy(() -> elsewhere(URI.create("http://192.0.2.1:9000"), "one"))
        .hasMessageContaining(settings() + "plain-http");
  }

  static byte[] read(BlobStore store) throws IOException {
    try (InputStream in = store.find(DIGEST).orElseThrow()) {
      return in.readAllBytes();
    }
  }

  /// The bytes of all copies.
  final long copies(String name) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(name))) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
