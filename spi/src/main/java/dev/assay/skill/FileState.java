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

/// The attributes that show whether a file has changed. The kernel sets the time of the last change
/// (`ctime`), and no program can set it back.
///
/// @param mode the permissions and the kind of file
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

  /// Returns true for a regular file.
  public boolean isPlain() {
    return (mode & KIND) == PLAIN;
  }

  public int permissions() {
    return mode & 07777;
  }

  /// Returns whether a further change is sure to get a later `ctime` than the last one. If so, this
  /// state identifies the content that was read since `when`.
  public boolean isSettled(Instant when) {
    return isSettled(changed.toInstant(), when);
  }

  /// The same for the last of several changes.
  public static boolean isSettled(Instant changed, Instant when) {
    boolean whole = changed.equals(changed.truncatedTo(ChronoUnit.SECONDS));
    return changed.isBefore(when.minus(whole ? SECONDS : ONE_TIME));
  }
}
