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

/// The start cache of servers: its choice and its making. A program takes the place of Java. It
/// prints its options and can "record" a cache, because a real recording takes a minute.
class CacheStoryTest {
  private static final Path SERVER = Shell.TOP.resolve("scripts/server.sh");
  private static final Path MAKER = Shell.TOP.resolve("scripts/cache.sh");

  @TempDir Path folder;
  private Shell shell;
  private Path java;
  private Path jars;
  private Path cache;

  @BeforeEach
  void make() throws IOException {
    shell = new Shell(folder);
    java = folder.resolve("java");
    jars = folder.resolve("jars");
    cache = folder.resolve("home/.cache/assay");
    Files.createDirectories(jars.resolve("lib"));
    Files.createDirectories(cache);
    Files.writeString(jars.resolve("assay-cli.jar"), "jar");
    Files.writeString(jars.resolve("lib/some.jar"), "jar");
    Shell.executable(
        java.resolve("bin/java"),
        """
        for option in "$@"; do
          case $option in
            -XX:AOTCacheOutput=*) [ -f '%1$s/broken' ] || echo good >"${option#*=}"; echo made >>'%1$s/made' ;;
            -XX:AOTMode=on) strict=1 ;;
            -XX:AOTCache=*) file=${option#*=} ;;
          esac
        done
        if [ -n "${strict:-}" ]; then grep -qx good "$file"; exit; fi
        echo "$@"
        """
            .formatted(folder));
    Files.writeString(java.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
  }

  @Test
  void a_server_is_told_its_cache_and_uses_it_only_for_these_jars() throws IOException {
    String first = shell.run(SERVER, java, jars, "b1", "serve");
    assertThat(first).contains("-Dassay.start-cache=" + cache).doesNotContain("-XX:AOTCache=");
    Path file = cacheOf(first);
    Files.writeString(file, "good");
    assertThat(shell.run(SERVER, java, jars, "b1", "serve")).contains("-XX:AOTCache=" + file);

    assertThat(shell.run(SERVER, java, jars, "b2", "serve")).doesNotContain("-XX:AOTCache=");
    Files.setLastModifiedTime(
        jars.resolve("lib/some.jar"), FileTime.from(Instant.parse("2026-02-02T00:00:00Z")));
    assertThat(cacheOf(shell.run(SERVER, java, jars, "b1", "serve")))
        .as("for a jar with another time there is another cache")
        .isNotEqualTo(file);
    shell.set("ASSAY_NO_ARCHIVE", "1");
    assertThat(shell.run(SERVER, java, jars, "b1", "serve")).doesNotContain("cache");
  }

  @Test
  void without_a_home_or_in_a_folder_of_somebody_else_there_is_none() {
    for (String elsewhere : List.of("/proc/assay", "/dev/null/x")) {
      shell.set("ASSAY_CACHE", elsewhere);
      assertThat(shell.run(SERVER, java, jars, "b1", "serve")).doesNotContain("cache");
    }
    assertThat(
            shell.run("env", "-u", "HOME", "-u", "ASSAY_CACHE", SERVER, java, jars, "b", "serve"))
        .doesNotContain("cache");
  }

  @Test
  void one_that_is_missing_or_does_not_fit_is_made_and_one_that_fits_is_kept() throws IOException {
    Path file = cache.resolve("serve-1.aot");
    shell.run("sh", MAKER, java, jars, file);
    assertThat(file).hasContent("good");
    shell.run("sh", MAKER, java, jars, file);
    assertThat(made()).isEqualTo(1);
    Files.writeString(file, "of another Java");
    shell.run("sh", MAKER, java, jars, file);
    assertThat(file).hasContent("good");
    assertThat(made()).isEqualTo(2);

    for (int build = 2; build <= 5; build++) {
      Path next = cache.resolve("serve-" + build + ".aot");
      shell.run("sh", MAKER, java, jars, next);
      Files.setLastModifiedTime(
          next, FileTime.from(Instant.parse("2026-01-0" + build + "T00:00:00Z")));
    }
    assertThat(files("serve-")).hasSize(3);
    assertThat(files("training.")).as("its log alone").containsExactly("training.log");
  }

  @Test
  void one_that_cannot_be_made_leaves_nothing_and_is_not_tried_at_every_start() throws IOException {
    Files.createFile(folder.resolve("broken"));
    Path file = cache.resolve("serve-1.aot");
    Shell.Running failed = shell.start("sh", MAKER, java, jars, file);
    assertThat(failed.untilEnd()).isEqualTo(1);
    assertThat(files("")).containsExactly("making.lock", "serve-1.aot.failed", "training.log");
    shell.run("sh", MAKER, java, jars, file);
    assertThat(made()).isEqualTo(1);
    Files.delete(folder.resolve("broken"));
    Files.setLastModifiedTime(
        cache.resolve("serve-1.aot.failed"), FileTime.from(Instant.now().minusSeconds(4000)));
    shell.run("sh", MAKER, java, jars, file);
    assertThat(file).hasContent("good");
  }

  @Test
  void one_at_a_time_is_made_and_who_is_stopped_leaves_nothing() throws IOException {
    Shell.executable(
        java.resolve("bin/java"), "echo $$ >'%s/pid'; exec sleep 600".formatted(folder));
    Shell.Running making = shell.start("sh", MAKER, java, jars, cache.resolve("serve-1.aot"));
    await().atMost(Shell.PATIENCE).until(() -> Files.exists(folder.resolve("pid")));
    shell.run("sh", MAKER, java, jars, cache.resolve("serve-2.aot"));
    making.process().destroy();
    assertThat(making.untilEnd()).isEqualTo(143);
    assertThat(files("")).containsExactly("making.lock");
    String pid = Files.readString(folder.resolve("pid")).strip();
    await().atMost(Shell.PATIENCE).until(() -> ProcessHandle.of(Long.parseLong(pid)).isEmpty());
  }

  private Path cacheOf(String options) {
    return Stream.of(options.split("\\s+", -1))
        .filter(option -> option.startsWith("-Dassay.start-cache="))
        .map(option -> Path.of(option.substring("-Dassay.start-cache=".length())))
        .findFirst()
        .orElseThrow();
  }

  private long made() throws IOException {
    return Files.readAllLines(folder.resolve("made")).size();
  }

  private List<String> files(String prefix) throws IOException {
    try (Stream<Path> all = Files.list(cache)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(prefix))
          .sorted()
          .toList();
    }
  }
}
