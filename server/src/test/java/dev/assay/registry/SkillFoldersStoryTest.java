package dev.assay.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.AssayException;
import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.storage.DirectoryBlobStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkillFoldersStoryTest {
  private static final Map<String, String> FILES =
      new TreeMap<>(Map.of("SKILL.md", "text", "scripts/run.sh", "echo hi"));

  @TempDir private Path folder;

  @Test
  void a_tree_is_unpacked_as_it_was_uploaded_and_its_times_tell_nothing() throws IOException {
    Bundle bundle = stored(FILES);
    Path tree = folders().of(bundle);

    assertThat(tree.resolve("SKILL.md")).hasContent("text");
    assertThat(Files.isExecutable(tree.resolve("scripts/run.sh"))).isTrue();
    assertThat(tree.resolve("SKILL.md").toFile().canExecute()).isFalse();
    try (Stream<Path> all = Files.walk(tree)) {
      assertThat(all.map(SkillFoldersStoryTest::time).distinct()).hasSize(1);
    }
    assertThat(folders().of(bundle)).isEqualTo(tree);
  }

  @Test
  void files_that_were_put_back_by_hand_get_the_time_of_all_others() throws IOException {
    Bundle bundle = stored(FILES);
    SkillFolders folders = folders();
    Path tree = folders.of(bundle);
    Files.delete(tree.resolve("scripts/run.sh"));
    assertThatThrownBy(() -> folders.of(bundle)).hasMessageContaining("gone");
    Files.writeString(tree.resolve("scripts/run.sh"), "echo hi");
    Files.setPosixFilePermissions(
        tree.resolve("scripts/run.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));

    folders.of(bundle);

    try (Stream<Path> all = Files.walk(tree)) {
      assertThat(all.map(SkillFoldersStoryTest::time)).containsOnly(KeptTrees.TIME);
    }
  }

  @Test
  void many_at_once_get_the_same_whole_tree() throws Exception {
    Bundle bundle = stored(FILES);
    SkillFolders folders = folders();
    List<Future<Path>> futures = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 16; i++) {
        futures.add(threads.submit(() -> folders.of(bundle)));
      }
    }
    for (Future<Path> future : futures) {
      assertThat(future.get().resolve("scripts/run.sh")).hasContent("echo hi");
    }
    try (Stream<Path> left = Files.list(folder.resolve("trees"))) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void damaged_or_missing_archives_are_told_and_leave_no_folder() throws IOException {
    for (Map<String, String> damaged :
        List.of(
            Map.of("SKILL.md", "text", "scripts/run.sh", "rm -rf /"),
            Map.of("SKILL.md", "text"),
            Map.of("SKILL.md", "text", "scripts/run.sh", "echo hi", "more", "x"))) {
      Bundle bundle = bundle(FILES);
      store().remove(bundle.digest());
      store(bundle.digest(), damaged);
      failed(bundle);
    }
    store().remove(bundle(FILES).digest());
    failed(bundle(FILES));
  }

  @Test
  void a_tree_in_which_anything_is_other_than_it_was_uploaded_serves_nobody() throws IOException {
    Map<String, Consumer<Path>> damages = new TreeMap<>();
    damages.put("changed", tree -> write(tree.resolve("scripts/run.sh"), "echo hI"));
    damages.put("longer", tree -> write(tree.resolve("SKILL.md"), "text and more"));
    damages.put("added", tree -> write(tree.resolve("scripts/more.sh"), "echo hi"));
    damages.put("gone", tree -> delete(tree.resolve("SKILL.md")));
    damages.put(
        "mode", tree -> assertThat(tree.resolve("SKILL.md").toFile().setExecutable(true)).isTrue());
    damages.put(
        "link",
        tree -> {
          write(folder.resolve("elsewhere"), "text");
          delete(tree.resolve("SKILL.md"));
          link(tree.resolve("SKILL.md"), folder.resolve("elsewhere"));
        });
    for (Map.Entry<String, Consumer<Path>> damage : damages.entrySet()) {
      Bundle bundle = stored(Map.of("SKILL.md", "text", "scripts/run.sh", "echo hi"));
      SkillFolders folders = folders();
      Path tree = folders.of(bundle);
      damage.getValue().accept(tree);
      for (SkillFolders each : List.of(folders, folders())) {
        assertThatThrownBy(() -> each.of(bundle))
            .as(damage.getKey())
            .isInstanceOf(AssayException.class)
            .hasMessageContaining("are damaged")
            .hasMessageContaining("fault of the platform")
            .hasMessageContaining("upload the same files again");
      }
      assertThat(folders.findDamage(bundle)).as(damage.getKey()).isPresent();
      folders.remove(bundle.digest());
    }
  }

  @Test
  void a_changed_byte_is_seen_although_size_and_time_of_writing_are_as_before() throws Exception {
    Bundle bundle = stored(FILES);
    SkillFolders folders = folders();
    Path script = folders.of(bundle).resolve("scripts/run.sh");
    Object state = Files.getAttribute(script, "unix:ctime");
    do { // until it is old enough to be remembered
      folders.of(bundle);
    } while (((FileTime) state).toInstant().isAfter(Instant.now().minusMillis(200)));
    FileTime written = Files.getLastModifiedTime(script);
    write(script, "echo ha");
    Files.setLastModifiedTime(script, written);
    assertThatThrownBy(() -> folders.of(bundle)).isInstanceOf(AssayException.class);
    write(script, "echo hi");
    Files.setLastModifiedTime(script, written);
    assertThat(folders.of(bundle).resolve("scripts/run.sh")).hasContent("echo hi");
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    assertThat(file.toFile().delete()).isTrue();
  }

  private static void link(Path file, Path target) {
    try {
      Files.createSymbolicLink(file, target);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void failed(Bundle bundle) throws IOException {
    assertThatThrownBy(() -> folders().of(bundle))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.STORED_FILES_DAMAGED));
    try (Stream<Path> left = Files.list(folder.resolve("trees"))) {
      assertThat(left).isEmpty();
    }
  }

  private SkillFolders folders() {
    return new SkillFolders(folder.resolve("trees"), store());
  }

  private DirectoryBlobStore store() {
    return new DirectoryBlobStore(folder.resolve("blobs"));
  }

  private Bundle stored(Map<String, String> files) throws IOException {
    Bundle bundle = bundle(files);
    store(bundle.digest(), files);
    return bundle;
  }

  private void store(Digest digest, Map<String, String> files) throws IOException {
    store()
        .keep(
            digest,
            sink -> {
              ZipOutputStream zip = new ZipOutputStream(sink);
              for (Map.Entry<String, String> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
              }
              zip.finish();
            });
  }

  private static Bundle bundle(Map<String, String> files) {
    List<BundleFile> list = new ArrayList<>();
    files.forEach(
        (path, text) -> {
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          list.add(new BundleFile(path, bytes.length, path.endsWith(".sh"), Digest.of(bytes)));
        });
    return Bundles.withFiles("count", Digest.of(new byte[] {1}), list);
  }

  private static Object time(Path path) {
    try {
      return Files.getLastModifiedTime(path);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
