package dev.assay.database;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/// PostgreSQL's unpacked programs. Their folder gets its name when all of them are there. The next
/// start removes the unnamed folder of an interrupted one.
record PostgresPrograms(Path folder) {
  private static final int NEEDED_MEBIBYTES = 100;
  private static final String UNFINISHED = ".unpacking";
  private static final ReentrantLock UNPACKING = new ReentrantLock();

  /// The programs of an archive below a folder. The first process unpacks them; others wait.
  static PostgresPrograms ensure(PostgresArchive archive, Path parent) {
    Path target = parent.resolve(archive.folderName());
    PostgresPrograms programs = new PostgresPrograms(target);
    if (programs.areThere()) {
      return programs;
    }
    UNPACKING.lock(); // within a process; the file's lock is for several
    try {
      Files.createDirectories(parent);
      try (FileChannel file =
              FileChannel.open(
                  parent.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          var _ = file.lock()) {
        if (!programs.areThere()) {
          unpack(archive, parent, target);
        }
      }
      return programs;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.HOME_UNUSABLE,
          "The embedded database cannot be unpacked into " + parent + ": " + reason(e),
          e);
    } finally {
      UNPACKING.unlock();
    }
  }

  private static void unpack(PostgresArchive archive, Path parent, Path target) throws IOException {
    for (Path left : entries(parent)) {
      if (String.valueOf(left.getFileName()).startsWith(UNFINISHED)) {
        Trees.delete(left);
      }
    }
    Path fresh = Files.createTempDirectory(parent, UNFINISHED);
    try {
      archive.unpack(fresh);
      sync(fresh);
      Files.move(fresh, target);
    } catch (IOException e) {
      Trees.delete(fresh);
      throw e;
    }
  }

  boolean areThere() {
    return Files.isDirectory(folder);
  }

  /// Removes the programs of earlier versions. It must not be called while a PostgreSQL runs, which
  /// may be one of them.
  void removeOthers() {
    try {
      for (Path other : entries(Objects.requireNonNull(folder.getParent()))) {
        if (!other.equals(folder) && Files.isDirectory(other)) {
          Trees.delete(other);
        }
      }
    } catch (IOException e) {
      // they only take room; the next start tries again
    }
  }

  /// A process of one of the programs, as a user that PostgreSQL accepts and without the server's
  /// own variables, which may be secrets.
  ProcessBuilder command(String name, List<String> arguments) {
    List<String> words = new ArrayList<>(RunningUser.prefix());
    words.add(folder.resolve("bin").resolve(name).toString());
    words.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().keySet().retainAll(List.of("HOME", "PATH", "TZ"));
    builder.environment().put("LC_ALL", "C");
    return builder.redirectErrorStream(true);
  }

  private static List<Path> entries(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    }
  }

  /// Forces the content to disk before the name, so that a machine that loses its power does not
  /// keep the name without the content.
  private static void sync(Path folder) throws IOException {
    Process process =
        new ProcessBuilder("sync", "-f", folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("The file system does not keep it (sync failed).");
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted.", e);
    }
  }

  private static String reason(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    boolean full = message.contains("No space left") || message.contains("quota");
    return message.replaceFirst("\\.?$", ". ")
        + (full ? "Make room there (%d MiB)".formatted(NEEDED_MEBIBYTES) : "Check that folder")
        + ", or choose another one with ASSAY_HOME.";
  }
}
