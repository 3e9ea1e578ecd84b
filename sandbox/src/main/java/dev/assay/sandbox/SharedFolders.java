package dev.assay.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The folders of the host that workspaces share, two for each: what users bring and what agents
/// make. A sandbox sees the names of its folders in its table of mounts, so they are alike for all.
public final class SharedFolders {
  private static final String MARK = ".task";
  private static final Pattern MARKED =
      Pattern.compile("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.task");
  private static final String INCOMING = "incoming-";
  private static final Pattern UNFINISHED = Pattern.compile(INCOMING + "[0-9]+\\.tmp");

  private final Path uploads;
  private final Path intermediate;

  public SharedFolders(Path uploads, Path intermediate) {
    this.uploads = uploads;
    this.intermediate = intermediate;
  }

  public Path uploads(UUID workspace) {
    return uploads.resolve(workspace.toString());
  }

  public Path intermediate(UUID workspace) {
    return intermediate.resolve(workspace.toString());
  }

  /// Makes a folder if it is not there.
  ///
  /// @return the way to it without links, as mounts need it
  public static Path make(Path folder) throws IOException {
    return Files.createDirectories(folder).toRealPath();
  }

  /// A file into which an upload is written before it is [#place]d.
  public Path incoming() throws IOException {
    return Files.createTempFile(uploads, INCOMING, null);
  }

  /// Puts an upload where a sandbox sees it, all at once.
  ///
  /// @param name a relative path that leads down only
  public void place(Path incoming, UUID workspace, String name) throws IOException {
    Path folder = make(uploads(workspace));
    Path target = folder.resolve(name).normalize();
    if (!target.startsWith(folder) || target.equals(folder)) {
      throw new IllegalArgumentException("leads out of the uploads: " + name);
    }
    Files.createDirectories(Optional.ofNullable(target.getParent()).orElse(folder));
    Files.setPosixFilePermissions(incoming, PosixFilePermissions.fromString("rw-r--r--"));
    Files.move(incoming, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /// The bytes of all files of a workspace.
  public long size(UUID workspace) throws IOException {
    return new SharedTree(uploads(workspace)).look(0).bytes()
        + new SharedTree(intermediate(workspace)).look(0).bytes();
  }

  public void remove(UUID workspace) throws IOException {
    for (Path folder : List.of(uploads(workspace), intermediate(workspace))) {
      new SharedTree(folder).deleteAll();
      new SharedTree(SynchronisedFolder.incoming(folder)).deleteAll(); // if it was cut off
    }
  }

  /// The folders of a task, which nobody needs when it is done. Beside them, where no sandbox sees
  /// it, a mark says so.
  public UUID borrow() throws IOException {
    UUID workspace = UUID.randomUUID();
    Files.createFile(mark(workspace));
    return workspace;
  }

  public void giveBack(UUID workspace) throws IOException {
    remove(workspace);
    Files.deleteIfExists(mark(workspace));
  }

  /// Removes what killed servers left: borrowed folders and unfinished uploads. Whatever else lies
  /// there is somebody else's.
  ///
  /// @param before no task and no upload that began so long ago is still going on
  public int sweep(Instant before) throws IOException {
    return sweep(uploads, before)
        + (intermediate.equals(uploads) ? 0 : sweep(intermediate, before));
  }

  private int sweep(Path folder, Instant before) throws IOException {
    int removed = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        Matcher marked = MARKED.matcher(String.valueOf(entry.getFileName()));
        boolean unfinished = UNFINISHED.matcher(String.valueOf(entry.getFileName())).matches();
        if ((marked.matches() || unfinished) && isOlder(entry, before)) {
          if (unfinished) {
            Files.deleteIfExists(entry);
          } else {
            giveBack(UUID.fromString(marked.group(1)));
          }
          removed++;
        }
      }
    }
    return removed;
  }

  private static boolean isOlder(Path file, Instant when) throws IOException {
    try {
      return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant().isBefore(when);
    } catch (NoSuchFileException e) {
      return false; // its owner was faster
    }
  }

  private Path mark(UUID workspace) {
    return uploads.resolve(workspace + MARK);
  }
}
