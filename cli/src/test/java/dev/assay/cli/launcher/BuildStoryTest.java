package dev.assay.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The launcher `./assay` in a source tree: its builds, its messages and its files.
class BuildStoryTest {
  @TempDir Path folder;
  private SourceTree tree;

  @BeforeEach
  void make() throws IOException {
    tree = new SourceTree(folder, "a tree");
  }

  @Test
  void builds_what_changed_and_gives_the_same_content_the_same_times() throws IOException {
    assertThat(tree.shell.run(tree.launcher(), "one", "two words"))
        .isEqualTo("assay: building …\necho one two words\n");
    assertThat(tree.shell.run(tree.launcher(), "again")).isEqualTo("echo again\n");
    assertThat(tree.builds()).isEqualTo(1);
    Path first = runs().getFirst();
    assertThat(Files.getLastModifiedTime(first.resolve("assay-cli.jar")))
        .isEqualTo(FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));

    tree.write("cli/src/main/Some.java", "2");
    tree.shell.run(tree.launcher(), "changed");
    assertThat(tree.builds()).isEqualTo(2);
    assertThat(runs()).hasSize(2).contains(first);
    tree.write("cli/src/main/Some.java", "1");
    tree.shell.run(tree.launcher(), "as before");
    assertThat(tree.builds()).isEqualTo(2);
  }

  @Test
  void says_every_ten_seconds_what_it_is_doing() throws IOException {
    // a clock that advances seven seconds with every reading
    tree.shell.program(
        "date",
        "n=$(cat '%1$s/clock' 2>/dev/null || echo 0); echo $((n + 7)) | tee '%1$s/clock'"
            .formatted(folder));
    tree.during("until [ \"$(cat '%s/clock')\" -gt 60 ]; do sleep 0.1; done".formatted(folder));
    Shell.Running build = tree.shell.start(tree.launcher(), "x");
    assertThat(build.untilEnd()).isZero();
    assertThat(build.output())
        .containsPattern("assay: building … \\d+ s  server: compiling\n")
        .endsWith("echo x\n");
  }

  @Test
  void two_who_build_at_once_build_once() throws IOException {
    tree.during("sleep 1");
    List<Shell.Running> both =
        Stream.of("one", "two").map(word -> tree.shell.start(tree.launcher(), word)).toList();
    both.forEach(each -> assertThat(each.untilEnd()).as(each::output).isZero());
    assertThat(tree.builds()).isEqualTo(1);
  }

  @Test
  void builds_again_what_changed_during_the_build() throws IOException {
    tree.during(
        "[ -f changed ] || echo 2 >'%s/cli/src/main/Some.java'; touch changed".formatted(tree.top));
    assertThat(tree.shell.run(tree.launcher(), "x"))
        .contains("the sources changed during the build; building again")
        .endsWith("echo x\n");
    assertThat(tree.builds()).isEqualTo(2);
    assertThat(runs()).hasSize(1);
  }

  @Test
  void a_build_that_is_stopped_stops_maven_and_leaves_nothing() throws IOException {
    tree.during("echo $$ >'%s/maven'; exec sleep 600".formatted(folder));
    Shell.Running build = tree.shell.start(tree.launcher(), "x");
    Path pid = folder.resolve("maven");
    await()
        .atMost(Shell.PATIENCE)
        .until(() -> Files.exists(pid) && !Files.readString(pid).isBlank());
    build.process().destroy();
    assertThat(build.untilEnd()).as(build::output).isEqualTo(130);
    assertThat(build.output()).contains("the build was stopped");
    assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))).isEmpty();
    assertThat(runs()).isEmpty();
  }

  @Test
  void a_build_that_fails_or_has_no_room_says_so_and_leaves_nothing() throws IOException {
    tree.during("echo '[ERROR] No space left on device'; exit 1");
    Shell.Running failed = tree.shell.start(tree.launcher(), "x");
    assertThat(failed.untilEnd()).isEqualTo(1);
    assertThat(failed.output()).contains("No space left on device").contains("target/build.log");
    assertThat(runs()).isEmpty();

    tree.during("");
    Files.write(folder.resolve("built/lib/large.jar"), new byte[100_000]);
    tree.shell.program(
        "cp", "case $* in */target/run/*) ulimit -f 20 ;; esac; exec /bin/cp \"$@\"");
    Shell.Running full = tree.shell.start(tree.launcher(), "x");
    assertThat(full.untilEnd()).isEqualTo(1);
    assertThat(full.output()).contains("is the disk full?").doesNotContain("echo x");
    assertThat(runs()).isEmpty();
  }

  @Test
  void keeps_the_last_three_builds_and_those_that_run() throws IOException {
    for (int version = 1; version <= 5; version++) {
      tree.write("cli/src/main/Some.java", "version " + version);
      tree.shell.run(tree.launcher(), "x");
    }
    assertThat(runs()).hasSize(3);
  }

  @Test
  void help_for_benchmarks_builds_nothing_and_names_all_of_them() throws IOException {
    Path help = Shell.TOP.resolve("bench/src/main/resources/dev/assay/bench/help.txt");
    tree.write("bench/src/main/resources/dev/assay/bench/help.txt", Files.readString(help));
    String printed = tree.shell.run(tree.launcher(), "bench", "--help");
    assertThat(tree.shell.run(tree.launcher(), "bench", "startup", "-h")).isEqualTo(printed);
    assertThat(tree.builds()).isZero();
    assertThat(tree.top.resolve("target")).doesNotExist();
    String names =
        Files.readString(Shell.TOP.resolve("bench/src/main/java/dev/assay/bench/Bench.java"));
    java.util.regex.Pattern.compile("\"([a-z]+)\", \\w+Bench::main")
        .matcher(names)
        .results()
        .forEach(name -> assertThat(printed).contains("\n  " + name.group(1) + " "));
  }

  private List<Path> runs() throws IOException {
    Path runs = tree.top.resolve("target/run");
    if (!Files.exists(runs)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(runs)) {
      return all.toList();
    }
  }
}
