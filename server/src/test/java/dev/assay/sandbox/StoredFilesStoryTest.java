package dev.assay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.storage.DirectoryBlobStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The files of a workspace on two servers.
class StoredFilesStoryTest {
  private static final long MOST = 1_000_000;

  @TempDir private Path folder;
  private final TestDatabase database = new TestDatabase();
  private final UUID workspace = UUID.randomUUID();
  private boolean storageIsAway;
  private One here;
  private One there;

  private record One(Path home, SharedFolders folders, StoredFiles files) {
    Path upload(UUID workspace, String name, String text) throws IOException {
      return write(folders.uploads(workspace), name, text);
    }

    Path make(UUID workspace, String name, String text) throws IOException {
      return write(folders.intermediate(workspace), name, text);
    }

    private static Path write(Path folder, String name, String text) throws IOException {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    }
  }

  @BeforeEach
  void open() throws IOException {
    here = server("here", Clock.systemUTC());
    there = server("there", Clock.systemUTC());
  }

  private One server(String name, Clock clock) throws IOException {
    Path home = folder.resolve(name);
    SharedFolders folders =
        new SharedFolders(
            Files.createDirectories(home.resolve("up")),
            Files.createDirectories(home.resolve("made")));
    return new One(
        home,
        folders,
        new StoredFiles(
            database.jdbc(),
            database.transactions(),
            clock,
            new Breakable(new DirectoryBlobStore(folder.resolve("blobs"))),
            folders,
            home.resolve("known"),
            MOST));
  }

  /// A storage that can be away.
  private final class Breakable implements BlobStore {
    private final BlobStore store;

    Breakable(BlobStore store) {
      this.store = store;
    }

    private BlobStore reach() {
      if (storageIsAway) {
        throw new AssayException(ErrorCode.BLOB_STORE_FAILED, "the storage is away");
      }
      return store;
    }

    @Override
    public void keep(Digest digest, Content content) throws IOException {
      reach().keep(digest, content);
    }

    @Override
    public Optional<InputStream> find(Digest digest) {
      return reach().find(digest);
    }

    @Override
    public boolean contains(Digest digest) {
      return reach().contains(digest);
    }

    @Override
    public void remove(Digest digest) {
      reach().remove(digest);
    }
  }

  @Test
  void what_is_too_much_for_a_workspace_stays_where_it_is_and_the_rest_is_shared()
      throws IOException {
    here.upload(workspace, "table.csv", "1\n");
    Path holes = here.make(workspace, "holes", "");
    try (RandomAccessFile file = new RandomAccessFile(holes.toFile(), "rw")) {
      file.setLength(1L << 40);
    }
    here.make(workspace, "small.txt", "2\n");
    StringBuilder deep = new StringBuilder();
    for (int i = 0; i < 108; i++) {
      deep.append(UUID.randomUUID()).append(i % 4 == 3 ? "/" : "-"); // nothing to compress
    }
    here.make(workspace, deep + "end", "3\n");
    here.files().settle(workspace);
    there.files().settle(workspace);
    assertThat(there.folders().uploads(workspace).resolve("table.csv")).hasContent("1\n");
    assertThat(there.folders().intermediate(workspace).resolve("small.txt")).hasContent("2\n");
    assertThat(there.folders().intermediate(workspace).resolve("holes")).doesNotExist();
    assertThat(holes).exists();
  }

  @Test
  void what_changes_on_one_server_changes_on_the_other() throws IOException {
    here.upload(workspace, "table.csv", "1\n");
    Path script = here.make(workspace, "deep/er/run.sh", "echo\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    here.files().settle(workspace);
    there.files().settle(workspace);
    Path copy = there.folders().intermediate(workspace).resolve("deep/er/run.sh");
    assertThat(there.folders().uploads(workspace).resolve("table.csv")).hasContent("1\n");
    assertThat(copy).hasContent("echo\n").isExecutable();

    Files.writeString(copy, "echo changed\n");
    Files.delete(there.folders().uploads(workspace).resolve("table.csv"));
    there.upload(workspace, "other.csv", "2\n");
    there.files().settle(workspace);
    here.files().settle(workspace);
    assertThat(script).hasContent("echo changed\n").isExecutable();
    assertThat(here.folders().uploads(workspace).resolve("table.csv")).doesNotExist();
    assertThat(here.folders().uploads(workspace).resolve("other.csv")).hasContent("2\n");
  }

  @Test
  void changes_of_both_are_kept_and_of_one_file_the_first_wins() throws IOException {
    here.make(workspace, "both", "as it was");
    here.files().settle(workspace);
    there.files().settle(workspace);
    here.make(workspace, "both", "changed here");
    here.make(workspace, "from-here", "1");
    there.make(workspace, "both", "changed there, later");
    there.make(workspace, "from-there", "2");
    here.files().settle(workspace);
    there.files().settle(workspace);
    here.files().settle(workspace);
    for (One one : List.of(here, there)) {
      Path made = one.folders().intermediate(workspace);
      assertThat(made.resolve("both")).hasContent("changed here");
      assertThat(made.resolve("from-here")).hasContent("1");
      assertThat(made.resolve("from-there")).hasContent("2");
    }
  }

  @Test
  void many_at_once_lose_nothing() throws Exception {
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      for (int i = 0; i < 12; i++) {
        One one = i % 2 == 0 ? here : there;
        String name = "file-" + i;
        all.add(
            threads.submit(
                () -> {
                  one.make(workspace, name, name);
                  one.files().settle(workspace);
                  return name;
                }));
      }
    }
    for (Future<?> each : all) {
      each.get();
    }
    here.files().settle(workspace);
    there.files().settle(workspace);
    for (One one : List.of(here, there)) {
      assertThat(one.folders().intermediate(workspace).toFile().list()).hasSize(12);
    }
  }

  @Test
  void what_was_made_while_the_storage_was_away_is_shared_when_it_is_back() throws IOException {
    here.make(workspace, "result", "made");
    storageIsAway = true;
    assertThatThrownBy(() -> here.files().settle(workspace))
        .hasMessageContaining("the storage is away");
    there.files().settle(workspace);
    assertThat(there.folders().intermediate(workspace)).doesNotExist();
    storageIsAway = false;
    here.files().settle(workspace);
    there.files().settle(workspace);
    assertThat(there.folders().intermediate(workspace).resolve("result")).hasContent("made");
  }

  @Test
  void links_that_a_sandbox_made_lead_nothing_out_of_the_folder() throws IOException {
    Path outside = Files.createDirectories(folder.resolve("outside"));
    here.make(workspace, "dir/file", "text");
    here.files().settle(workspace);
    Path made = Files.createDirectories(there.folders().intermediate(workspace));
    Files.createSymbolicLink(made.resolve("dir"), outside);
    there.files().settle(workspace);
    assertThat(outside).isEmptyDirectory();
    assertThat(made.resolve("dir/file")).hasContent("text");
    assertThat(made.resolve("dir").toRealPath()).startsWith(there.home().toRealPath());
  }

  @Test
  void a_forgotten_workspace_goes_everywhere_and_its_contents_after_a_while() throws IOException {
    here.make(workspace, "one", "only here");
    UUID other = UUID.randomUUID();
    here.make(other, "two", "both have this");
    here.make(workspace, "two", "both have this");
    here.files().settle(workspace);
    here.files().settle(other);
    there.files().settle(workspace);
    here.files().forget(workspace);
    here.folders().remove(workspace);
    there.files().sweep();
    assertThat(there.folders().intermediate(workspace)).doesNotExist();
    assertThat(blobs()).as("may be on its way to be named").isEqualTo(2);

    One later = server("later", Clock.offset(Clock.systemUTC(), Duration.ofHours(2)));
    later.files().sweep();
    assertThat(blobs()).isEqualTo(1);
    later.files().settle(other);
    assertThat(later.folders().intermediate(other).resolve("two")).hasContent("both have this");
  }

  private long blobs() throws IOException {
    try (var files = Files.walk(folder.resolve("blobs"))) {
      return files.filter(Files::isRegularFile).count();
    }
  }
}
