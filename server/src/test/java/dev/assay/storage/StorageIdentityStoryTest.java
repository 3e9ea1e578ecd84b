package dev.assay.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.database.TableDump;
import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Which storage belongs to which database, and which servers may share them.
class StorageIdentityStoryTest {
  private static final StorageServers.Sandboxes DEBIAN =
      new StorageServers.Sandboxes("debian on amd64", StorageServers.Portability.SAME_EVERYWHERE);
  private static final StorageServers.Sandboxes HOST =
      new StorageServers.Sandboxes("host on amd64", StorageServers.Portability.OF_ONE_MACHINE);

  private static final Digest FILE = Digest.of(new byte[] {1});

  @TempDir private Path folder;
  private final JdbcClient jdbc = new TestDatabase().jdbc();

  private StorageIdentity identity(JdbcClient database, String name) {
    return new StorageIdentity(
        database,
        Storage.folder(folder.resolve(name), Storage.Reach.SHARED, Instant.now()),
        Clock.systemUTC());
  }

  private StorageServers server(String name, Duration later) {
    return new StorageServers(jdbc, Clock.offset(Clock.systemUTC(), later), name);
  }

  @Test
  void the_storage_of_the_first_server_is_the_one_of_all() {
    identity(jdbc, "one").require();
    identity(jdbc, "one").require();
    assertThatThrownBy(() -> identity(jdbc, "two").require())
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
              assertThat(e.reason())
                  .contains(
                      folder.resolve("one").toString(),
                      folder.resolve("two").toString(),
                      "assay.storage.kind",
                      "assay.storage.folder");
            });
    assertThat(folder.resolve("two")).as("nothing was put there").doesNotExist();
    identity(jdbc, "one").require();
  }

  @Test
  void the_storage_of_another_database_is_refused() {
    identity(new TestDatabase().jdbc(), "one").require();
    assertThatThrownBy(() -> identity(jdbc, "one").require())
        .hasMessageContaining("belongs to another database");
  }

  @Test
  void a_storage_that_lost_its_files_is_noticed() throws IOException {
    StorageIdentity identity = identity(jdbc, "one");
    identity.require();
    assertThat(identity.findObstacle()).isEmpty();
    Files.move(folder.resolve("one"), folder.resolve("away"));
    assertThat(identity.findObstacle())
        .hasValueSatisfying(text -> assertThat(text).contains("does not hold the files"));
    Files.move(folder.resolve("away"), folder.resolve("one"));
    assertThat(identity.findObstacle()).isEmpty();
  }

  @Test
  void a_copy_of_the_database_is_refused_until_it_takes_the_storage_over() throws Exception {
    TestDatabase original = new TestDatabase();
    TestDatabase copy = new TestDatabase();
    StorageIdentity first = identity(original.jdbc(), "one");
    first.require();
    BlobStore files = first.area(Storage.Area.BLOBS);
    files.keep(FILE, sink -> sink.write(1));
    copy(original, copy);

    assertThatThrownBy(() -> identity(copy.jdbc(), "one").require())
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
              assertThat(e.reason())
                  .contains(folder.resolve("one").toString(), "copy", "assay adopt");
            });
    assertThat(first.findObstacle()).as("nothing changed for the original").isEmpty();
    identity(original.jdbc(), "one").require();

    assertThat(identity(copy.jdbc(), "one").adopt()).isPresent();
    assertThat(identity(copy.jdbc(), "one").adopt()).isEmpty();
    StorageIdentity second = identity(copy.jdbc(), "one");
    second.require();
    assertThat(first.findObstacle())
        .hasValueSatisfying(text -> assertThat(text).contains("another database now"));
    assertThatThrownBy(() -> files.remove(FILE)).hasMessageContaining("Nothing is removed");
    assertThat(second.area(Storage.Area.BLOBS).contains(FILE)).isTrue();
    assertThatThrownBy(() -> identity(original.jdbc(), "one").require())
        .hasMessageContaining("assay adopt");
    second.area(Storage.Area.BLOBS).remove(FILE);
    assertThat(files.contains(FILE)).isFalse();
  }

  @Test
  void only_the_storage_of_a_copy_can_be_taken_over() {
    identity(new TestDatabase().jdbc(), "one").require();
    assertThatThrownBy(() -> identity(jdbc, "one").adopt())
        .hasMessageContaining("does not hold the files of this database");
    assertThatThrownBy(() -> identity(jdbc, "nothing").adopt())
        .hasMessageContaining("does not hold the files of this database");
  }

  @Test
  void a_storage_from_before_owners_were_noted_is_taken_by_the_next_start() throws Exception {
    TestDatabase original = new TestDatabase();
    identity(original.jdbc(), "one").require();
    removeOwner();
    TestDatabase copy = new TestDatabase();
    copy(original, copy);
    identity(original.jdbc(), "one").require();
    assertThatThrownBy(() -> identity(copy.jdbc(), "one").require())
        .hasMessageContaining("assay adopt");
  }

  @Test
  void files_below_a_home_go_with_it_to_another_database() throws Exception {
    TestDatabase original = new TestDatabase();
    TestDatabase copy = new TestDatabase();
    ofOneHome(original.jdbc()).require();
    copy(original, copy);
    ofOneHome(copy.jdbc()).require();
  }

  private StorageIdentity ofOneHome(JdbcClient database) {
    return new StorageIdentity(
        database,
        Storage.folder(folder.resolve("home"), Storage.Reach.ONE_HOME, Instant.now()),
        Clock.systemUTC());
  }

  private void removeOwner() {
    Digest owner = Digest.of("the database of an Assay storage".getBytes(StandardCharsets.UTF_8));
    BlobStore marks = new DirectoryBlobStore(folder.resolve("one").resolve("identity"));
    assertThat(marks.contains(owner)).isTrue();
    marks.remove(owner);
  }

  private void copy(TestDatabase from, TestDatabase to) throws Exception {
    Path tables = Files.createTempDirectory(folder, "tables");
    List<TableDump.Table> dump = TableDump.write(from.address(), tables, () -> {});
    TableDump.read(to.address(), tables, dump);
  }

  @Test
  void servers_with_the_same_portable_base_share_a_database() {
    server("a", Duration.ZERO).enter(DEBIAN);
    server("b", Duration.ZERO).enter(DEBIAN);
    server("a", Duration.ZERO).enter(DEBIAN);
  }

  @Test
  void a_second_server_with_the_programs_of_its_machine_or_another_base_is_refused() {
    server("a", Duration.ZERO).enter(HOST);
    assertThatThrownBy(() -> server("b", Duration.ZERO).enter(HOST))
        .hasMessageContainingAll("server a", "host on amd64", "assay.sandbox.base", "debian");
    assertThatThrownBy(() -> server("b", Duration.ZERO).enter(DEBIAN))
        .hasMessageContainingAll("debian on amd64", "host on amd64");
    server("a", Duration.ZERO).enter(HOST);
  }

  @Test
  void a_server_that_left_or_is_silent_does_not_count() {
    StorageServers a = server("a", Duration.ZERO);
    a.enter(HOST);
    server("b", Duration.ofMinutes(2)).enter(HOST);
    server("b", Duration.ofMinutes(2)).leave();
    server("c", Duration.ofMinutes(2)).enter(DEBIAN);
  }
}
