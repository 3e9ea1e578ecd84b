package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.groups.Tuple.tuple;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Tests of file operations from outside.
interface SandboxFileWork extends SandboxFixture {
  private static ErrorCode refusal(Runnable work) {
    return catchThrowableOfType(AssayException.class, work::run).code();
  }

  @Test
  default void a_written_file_is_seen_inside_and_read_back() {
    try (Sandbox sandbox = sandbox()) {
      sandbox.files().writeText("deep/er/note.txt", "hello\n");
      assertThat(shell(sandbox, "cat /workspace/deep/er/note.txt")).isEqualTo("hello");
      assertThat(sandbox.files().readText("/workspace/deep/er/note.txt")).isEqualTo("hello\n");
    }
  }

  @Test
  default void writing_again_replaces_the_content_and_keeps_the_mode() {
    try (Sandbox sandbox = sandbox()) {
      sandbox.files().writeText("run.sh", "echo a long first version\n");
      shell(sandbox, "chmod 755 run.sh");
      sandbox.files().writeText("run.sh", "echo two\n");
      assertThat(shell(sandbox, "./run.sh")).isEqualTo("two");
    }
  }

  @Test
  default void binary_files_survive_both_ways() {
    byte[] bytes = new byte[300_000];
    new Random(11).nextBytes(bytes);
    try (Sandbox sandbox = sandbox()) {
      sandbox.files().write("blob", bytes);
      assertThat(sandbox.files().read("blob", 1_000_000)).isEqualTo(bytes);
    }
  }

  @Test
  default void odd_file_names_are_names_like_others() {
    List<String> names =
        List.of(
            " lead", "new\nline", "-rf", "*", "日本語", "quote'\"", "back\\slash", "$(x)", ".hidden");
    try (Sandbox sandbox = sandbox()) {
      SandboxFiles files = sandbox.files();
      files.makeFolder("odd");
      names.forEach(name -> files.writeText("odd/" + name, name));
      assertThat(files.list("odd"))
          .extracting(FileEntry::path)
          .containsExactlyInAnyOrderElementsOf(names);
      names.forEach(name -> assertThat(files.readText("odd/" + name)).isEqualTo(name));
      names.forEach(name -> files.delete("odd/" + name));
      assertThat(files.list("odd")).isEmpty();
    }
  }

  @Test
  default void a_big_file_is_read_in_parts_and_refused_as_a_whole() throws IOException {
    try (Sandbox sandbox = sandbox()) {
      shell(sandbox, "head -c 100000000 /dev/zero > big; printf end >> big");
      assertThat(refusal(() -> sandbox.files().read("big", 1000)))
          .isEqualTo(ErrorCode.SANDBOX_FILE_REFUSED);
      try (InputStream tail = sandbox.files().open("big", 100_000_000, 100)) {
        assertThat(new String(tail.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("end");
      }
    }
  }

  @Test
  default void what_is_not_there_is_told_apart_from_what_is_refused() {
    try (Sandbox sandbox = sandbox()) {
      SandboxFiles files = sandbox.files();
      assertThat(files.stat("nothing")).isEmpty();
      assertThat(refusal(() -> files.readText("nothing")))
          .isEqualTo(ErrorCode.SANDBOX_FILE_NOT_FOUND);
      assertThat(refusal(() -> files.list("nothing"))).isEqualTo(ErrorCode.SANDBOX_FILE_NOT_FOUND);
      assertThat(refusal(() -> files.readText("/usr"))).isEqualTo(ErrorCode.SANDBOX_FILE_REFUSED);
      assertThat(refusal(() -> files.writeText("/proc/x", "y")))
          .isIn(ErrorCode.SANDBOX_FILE_REFUSED, ErrorCode.SANDBOX_FILE_NOT_FOUND);
      files.delete("nothing");
    }
  }

  @Test
  default void reading_a_pipe_or_a_device_does_not_hang() {
    try (Sandbox sandbox = sandbox()) {
      shell(sandbox, "mkfifo pipe");
      assertThat(refusal(() -> sandbox.files().readText("pipe")))
          .isEqualTo(ErrorCode.SANDBOX_FILE_REFUSED);
      assertThat(refusal(() -> sandbox.files().readText("/dev/zero")))
          .isEqualTo(ErrorCode.SANDBOX_FILE_REFUSED);
    }
  }

  @Test
  default void stat_tells_kind_size_mode_and_target() {
    try (Sandbox sandbox = sandbox()) {
      shell(sandbox, "printf 12345 > five; chmod 640 five; ln -s /elsewhere link; mkdir box");
      FileEntry five = sandbox.files().stat("five").orElseThrow();
      assertThat(five.kind()).isEqualTo(FileEntry.Kind.FILE);
      assertThat(five.size()).isEqualTo(5);
      assertThat(five.mode()).isEqualTo(0640);
      assertThat(sandbox.files().stat("link").orElseThrow().target()).isEqualTo("/elsewhere");
      assertThat(sandbox.files().stat("box").orElseThrow().kind()).isEqualTo(FileEntry.Kind.FOLDER);
    }
  }

  @Test
  default void glob_finds_by_pattern_and_follows_no_link() {
    try (Sandbox sandbox = sandbox()) {
      shell(
          sandbox, "mkdir -p p/q/r; touch p/a.py p/q/b.py p/q/r/c.py p/q/c.txt; ln -s /usr p/usr");
      assertThat(sandbox.files().glob("p", "**/*.py", 10_000))
          .extracting(FileEntry::path)
          .containsExactly("a.py", "q/b.py", "q/r/c.py");
      assertThat(sandbox.files().glob("p", "*.py", 10_000))
          .extracting(FileEntry::path)
          .containsExactly("a.py");
      assertThat(sandbox.files().glob("p", "q/*.{py,txt}", 10_000))
          .extracting(FileEntry::path)
          .containsExactly("q/b.py", "q/c.txt");
    }
  }

  @Test
  default void what_changed_is_known_by_the_time_that_nobody_can_set() {
    try (Sandbox sandbox = sandbox()) {
      shell(sandbox, "mkdir -p c/d; touch -d 2001-01-01 c/d/old; ln -s /elsewhere c/link");
      FileEntry old = sandbox.files().stat("c/d/old").orElseThrow();
      assertThat(old.changed()).isAfter(old.modified());
      assertThat(sandbox.files().changedSince("c", old.modified()))
          .extracting(FileEntry::path)
          .containsExactlyInAnyOrder("d/old", "link");
      assertThat(sandbox.files().changedSince("c", old.changed().plusSeconds(60))).isEmpty();
    }
  }

  @Test
  default void grep_finds_lines_and_leaves_binaries_alone() {
    try (Sandbox sandbox = sandbox()) {
      shell(sandbox, "mkdir g; printf 'one\\ntwo\\nthree two\\n' > g/t; printf 'two\\0two' > g/b");
      assertThat(sandbox.files().grep("g", "^t.o$|three", 10))
          .extracting(SandboxFiles.Match::line, SandboxFiles.Match::text)
          .containsExactly(tuple(2L, "two"), tuple(3L, "three two"));
      assertThat(sandbox.files().grep("g", "t", 1)).hasSize(1);
    }
  }

  @Test
  default void delete_removes_a_tree_but_not_what_links_in_it_point_to() {
    try (Sandbox sandbox = sandbox()) {
      shell(
          sandbox,
          "mkdir -p keep gone/a/b; echo x > keep/file; ln -s /workspace/keep gone/a/link; chmod 000 gone/a/b");
      sandbox.files().delete("gone");
      assertThat(sandbox.files().stat("gone")).isEmpty();
      assertThat(sandbox.files().readText("keep/file")).isEqualTo("x\n");
    }
  }

  @Test
  @Essential
  default void a_tree_goes_in_and_comes_out_the_same() throws IOException {
    Path source = Files.createTempDirectory(scratch(), "tree");
    Files.createDirectories(source.resolve("a/empty"));
    Files.writeString(source.resolve("a/one.txt"), "one");
    Files.write(source.resolve("zero"), new byte[0]);
    Files.write(source.resolve("big"), new byte[2_000_000]);
    Path back = source.resolveSibling(source.getFileName() + "-back");
    try (Sandbox sandbox = sandbox()) {
      sandbox.files().upload(source, "in");
      assertThat(shell(sandbox, "cat in/a/one.txt; ls -d in/a/empty; wc -c < in/big"))
          .isEqualTo("onein/a/empty\n2000000");
      assertThat(sandbox.files().download("in", back)).isEmpty();
    }
    assertThat(back.resolve("a/one.txt")).hasContent("one");
    assertThat(back.resolve("a/empty")).isEmptyDirectory();
    assertThat(back.resolve("zero")).isEmptyFile();
    assertThat(back.resolve("big")).hasSize(2_000_000);
  }

  @Test
  default void a_download_brings_no_links_out() throws IOException {
    Path back = Files.createTempDirectory(scratch(), "links").resolve("new");
    try (Sandbox sandbox = sandbox()) {
      shell(
          sandbox,
          "mkdir d; echo fine > d/file; ln -s /etc/passwd d/link; ln -s / d/root; mkfifo d/pipe");
      assertThat(sandbox.files().download("d", back)).contains("link", "root");
    }
    assertThat(back.toFile().list()).containsExactly("file");
  }

  @Test
  @Essential
  default void a_link_made_inside_leads_nowhere_outside() throws IOException {
    Path secret = Files.writeString(Files.createTempFile(scratch(), "secret", ""), "of the host");
    try (Sandbox sandbox = sandbox()) {
      shell(sandbox, "ln -s '" + secret + "' link; ln -s '" + secret.getParent() + "' folder");
      assertThat(refusal(() -> sandbox.files().readText("link")))
          .isEqualTo(ErrorCode.SANDBOX_FILE_NOT_FOUND);
      sandbox.files().writeText("link", "overwritten");
      refusalOrNothing(() -> sandbox.files().writeText("folder/planted", "x"));
      sandbox.files().delete("folder");
    }
    assertThat(secret).hasContent("of the host");
    assertThat(secret.resolveSibling("planted")).doesNotExist();
  }

  private static void refusalOrNothing(Runnable work) {
    AssayException _ = catchThrowableOfType(AssayException.class, work::run);
  }
}
