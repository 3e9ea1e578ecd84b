package dev.assay.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/// Java programs that tests start as processes, with the classes of this test run. The classes
/// loaded by a first process are kept in an archive below `target` (class data sharing), which
/// halves the start of the others. Such an archive holds classes of jars only, so the folders of
/// classes are packed first.
public final class JavaProgram {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final Path FOLDER = TARGET.resolve("programs-" + fingerprint());
  private static final Path ARCHIVE = FOLDER.resolve("classes.jsa");
  private static final String CLASSES = packed();

  /// A program that loads the classes the others need, and ends by itself.
  @FunctionalInterface
  public interface Training {
    void run(List<String> java) throws IOException, InterruptedException;
  }

  private JavaProgram() {}

  /// A folder of this build alone, for files that tests make once from its classes.
  public static Path folder() {
    return FOLDER;
  }

  /// The arguments before the name of the main class.
  public static List<String> words() {
    return Files.exists(ARCHIVE) ? java("-XX:SharedArchiveFile=" + ARCHIVE) : java("-Xshare:auto");
  }

  /// Makes the archive unless it exists or another process is making it; until then programs start
  /// without it.
  public static synchronized void archive(Training training) {
    try (FileChannel file = open("archive.lock");
        FileLock lock = file.tryLock()) {
      if (lock == null || Files.exists(ARCHIVE)) {
        return;
      }
      Path made = FOLDER.resolve("made.jsa");
      training.run(java("-XX:ArchiveClassesAtExit=" + made));
      if (Files.exists(made)) {
        Files.move(made, ARCHIVE, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static List<String> java(String archive) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        archive,
        "-Xlog:cds=off",
        "-Xlog:aot=off",
        "-Xlog:cds+dynamic=off",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        CLASSES);
  }

  private static String packed() {
    try {
      Files.createDirectories(FOLDER);
      try (FileChannel file = open("jars.lock");
          FileLock _ = file.lock()) {
        List<String> jars = new ArrayList<>();
        for (Path entry : entries()) {
          jars.add((Files.isDirectory(entry) ? pack(entry, jars.size()) : entry).toString());
        }
        return String.join(File.pathSeparator, jars);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path pack(Path classes, int number) throws IOException {
    Path jar = FOLDER.resolve(number + ".jar");
    if (!Files.exists(jar)) {
      Path made = FOLDER.resolve("made.jar");
      int code =
          ToolProvider.findFirst("jar")
              .orElseThrow()
              .run(System.out, System.err, "-c0Mf", made.toString(), "-C", classes.toString(), ".");
      if (code != 0) {
        throw new IOException("jar ended with " + code + " for " + classes);
      }
      Files.move(made, jar, StandardCopyOption.ATOMIC_MOVE);
    }
    return jar;
  }

  private static FileChannel open(String lock) throws IOException {
    return FileChannel.open(
        FOLDER.resolve(lock), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static List<Path> entries() {
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.of(classes.split(File.pathSeparator))
        .map(Path::of)
        .filter(Files::exists)
        .map(Path::toAbsolutePath)
        .toList();
  }

  /// A fingerprint that changes with the classes, for repeated runs of these tests in one folder.
  private static UUID fingerprint() {
    StringBuilder all = new StringBuilder();
    for (Path entry : entries()) {
      try (Stream<Path> files = Files.walk(entry)) {
        for (Path file : files.sorted().toList()) {
          all.append(file).append(Files.size(file)).append(Files.getLastModifiedTime(file));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return UUID.nameUUIDFromBytes(all.toString().getBytes(StandardCharsets.UTF_8));
  }
}
