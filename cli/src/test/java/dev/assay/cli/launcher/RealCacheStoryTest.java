package dev.assay.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.cli.connection.StartCache;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes.Name;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The start cache with the real Java, recorded from a small program.
class RealCacheStoryTest {
  private static final String USED = "note: none\nmapped: true\n";

  @TempDir Path folder;
  private Shell shell;
  private Path jars;
  private Path cache;

  @BeforeEach
  void make() throws IOException {
    shell = new Shell(folder);
    jars = folder.resolve("jars");
    cache = folder.resolve("home/.cache/assay");
    Files.createDirectories(jars.resolve("lib"));
    writeJar(jars.resolve("lib/some.jar"), List.of());
    writeJar(
        jars.resolve("assay-cli.jar"),
        List.of(
            CachedProgram.class.getName(),
            StartCache.class.getName(),
            StartCache.class.getName() + "$State",
            StartCache.class.getName() + "$1"));
  }

  @Test
  void a_cache_is_made_in_the_background_and_the_next_start_runs_from_it() {
    assertThat(start("b1"))
        .contains("note: a start cache is made in the background")
        .contains("mapped: false");
    await().atMost(Shell.PATIENCE).until(() -> caches().size() == 1 && isIdle());
    assertThat(start("b1")).isEqualTo(USED);
    assertThat(start("b2")).as("another build").contains("made in the background");
    await().atMost(Shell.PATIENCE).until(() -> caches().size() == 2 && isIdle());
    assertThat(start("b2")).isEqualTo(USED);
    assertThat(start("b1")).as("the first one is kept").isEqualTo(USED);
  }

  @Test
  void a_cache_that_does_not_fit_is_said_and_made_anew_in_the_background() throws IOException {
    start("b1");
    await().atMost(Shell.PATIENCE).until(() -> caches().size() == 1 && isIdle());
    Path file = caches().getFirst();
    Files.writeString(file, "of another Java");
    assertThat(start("b1"))
        .contains("note: the start cache " + file + " does not fit")
        .contains("made anew in the background")
        .contains("mapped: false");
    await().atMost(Shell.PATIENCE).until(() -> Files.size(file) > 1_000_000 && isIdle());
    assertThat(start("b1")).isEqualTo(USED);
  }

  private String start(String build) {
    return shell.run(Shell.TOP.resolve("scripts/server.sh"), Shell.JAVA_HOME, jars, build, "serve");
  }

  private List<Path> caches() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(file -> file.toString().endsWith(".aot")).sorted().toList();
    }
  }

  /// Tests whether no process makes a cache any more.
  private boolean isIdle() {
    Path lock = cache.resolve("making.lock");
    return shell.start("flock", "-n", lock, "true").untilEnd() == 0;
  }

  private static void writeJar(Path file, List<String> classes) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Name.MAIN_CLASS, CachedProgram.class.getName());
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      for (String name : classes) {
        String path = name.replace('.', '/') + ".class";
        try (InputStream bytes = ClassLoader.getSystemResourceAsStream(path)) {
          if (bytes != null) {
            jar.putNextEntry(new JarEntry(path));
            bytes.transferTo(jar);
          }
        }
      }
    }
  }
}
