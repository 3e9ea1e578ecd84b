package dev.assay.storage.objects;

import dev.assay.skill.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Copies of blobs on this server's disk: the most recently used ones, up to a size.
public final class BlobCache {
  private static final String INCOMING = "incoming-";

  private final Path folder;
  private final long most;

  /// @param most the greatest size of all copies together, in bytes; 0 keeps none
  public BlobCache(Path folder, long most) {
    this.folder = folder;
    this.most = most;
  }

  private record Copy(Path path, long size, FileTime used) {}

  /// A new file to be written and [#add]ed, or removed.
  Path incoming() throws IOException {
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    return Files.createTempFile(folder, INCOMING, null);
  }

  Optional<Path> find(Digest digest) throws IOException {
    if (most == 0) {
      return Optional.empty();
    }
    Path copy = place(digest);
    try {
      Files.setLastModifiedTime(copy, FileTime.from(Instant.now()));
      return Optional.of(copy);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /// Takes over a complete file. If there are too many bytes, other copies are removed; a copy that
  /// is being read can be read to its end.
  synchronized void add(Digest digest, Path whole) throws IOException {
    if (most == 0) {
      Files.deleteIfExists(whole);
      return;
    }
    Path place = place(digest);
    Files.move(whole, place, StandardCopyOption.ATOMIC_MOVE);
    long bytes = 0;
    for (Copy copy : newestFirst()) {
      bytes += copy.size();
      if (bytes > most) {
        Files.deleteIfExists(copy.path());
      }
    }
  }

  void remove(Digest digest) throws IOException {
    Files.deleteIfExists(place(digest));
  }

  /// Removes the unfinished files of a killed server.
  public void sweep() throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> all = Files.list(folder)) {
        for (Path path : all.toList()) {
          if (String.valueOf(path.getFileName()).startsWith(INCOMING)) {
            Files.deleteIfExists(path);
          }
        }
      }
    }
  }

  private List<Copy> newestFirst() throws IOException {
    List<Copy> copies = new ArrayList<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path path : all.toList()) {
        if (!String.valueOf(path.getFileName()).startsWith(INCOMING)) {
          try {
            BasicFileAttributes facts = Files.readAttributes(path, BasicFileAttributes.class);
            copies.add(new Copy(path, facts.size(), facts.lastModifiedTime()));
          } catch (NoSuchFileException e) {
            // removed meanwhile
          }
        }
      }
    }
    copies.sort(Comparator.comparing(Copy::used).reversed());
    return copies;
  }

  private Path place(Digest digest) {
    return folder.resolve(digest.hex());
  }
}
