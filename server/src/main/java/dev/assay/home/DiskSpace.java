package dev.assay.home;

import dev.assay.skill.FreeSpace;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The present free space of the disks with an installation's folders.
///
/// @param least the bytes that have to be free on each disk
public record DiskSpace(List<Path> folders, long least) implements FreeSpace {
  private static final long MEBIBYTE = 1024 * 1024;

  public DiskSpace {
    folders = List.copyOf(folders);
  }

  @Override
  public Optional<String> findShortage() {
    for (Path folder : folders) {
      long free = free(folder);
      if (free < least) {
        return Optional.of(
            "%s has %d MiB free; %d MiB are needed (assay.storage.free)"
                .formatted(folder, free / MEBIBYTE, least / MEBIBYTE));
      }
    }
    return Optional.empty();
  }

  /// The least free space of all the disks, in bytes.
  public long free() {
    return folders.stream().mapToLong(DiskSpace::free).min().orElse(Long.MAX_VALUE);
  }

  /// The free space of a folder's disk. A missing folder counts as on the disk of its parent. A
  /// disk without an answer does not count as full; a write there will fail by itself.
  private static long free(Path folder) {
    Path there = folder.toAbsolutePath();
    while (Files.notExists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    long usable = there.toFile().getUsableSpace(); // asks the kernel alone
    if (usable > 0) {
      return usable;
    }
    try {
      FileStore store = Files.getFileStore(there); // reads all mounts; tells full from unknown
      return store.getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }
}
