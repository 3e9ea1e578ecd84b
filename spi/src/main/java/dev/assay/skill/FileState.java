package dev.assay.skill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;

/// What tells whether a file is still the one it was. The kernel sets the time of the last change
/// (`ctime`), and nobody can set it back.
///
/// @param mode with the kind of file
public record FileState(long inode, long size, int mode, FileTime written, FileTime changed) {
  private static final int KIND = 0170000;
  private static final int FOLDER = 0040000;
  private static final int PLAIN = 0100000;

  /// Two changes within so short a time can have the same time, and on file systems that count
  /// seconds within so long a time.
  private static final Duration ONE_TIME = Duration.ofMillis(100);

  private static final Duration SECONDS = Duration.ofSeconds(3);

  /// Of the file itself, never of what a link leads to.
  public static FileState of(Path file) throws IOException {
    Map<String, Object> all =
        Files.readAttributes(
            file, "unix:ino,size,mode,lastModifiedTime,ctime", LinkOption.NOFOLLOW_LINKS);
    return new FileState(
        (Long) known(all, "ino"),
        (Long) known(all, "size"),
        (Integer) known(all, "mode"),
        (FileTime) known(all, "lastModifiedTime"),
        (FileTime) known(all, "ctime"));
  }

  private static Object known(Map<String, Object> all, String name) {
    return Objects.requireNonNull(all.get(name), name);
  }

  public boolean isFolder() {
    return (mode & KIND) == FOLDER;
  }

  /// Neither a folder nor a link nor anything special.
  public boolean isPlain() {
    return (mode & KIND) == PLAIN;
  }

  public int permissions() {
    return mode & 07777;
  }

  /// Whether the next change will have another time than the last one has, so that what was read
  /// since `when` is what this stands for.
  public boolean isSettled(Instant when) {
    return isSettled(changed.toInstant(), when);
  }

  /// The same for the last of several changes.
  public static boolean isSettled(Instant changed, Instant when) {
    boolean whole = changed.equals(changed.truncatedTo(ChronoUnit.SECONDS));
    return changed.isBefore(when.minus(whole ? SECONDS : ONE_TIME));
  }
}
