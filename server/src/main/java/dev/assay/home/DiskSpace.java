package dev.assay.home;

import dev.assay.skill.FreeSpace;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The free space of the disks that an installation's folders lie on, as it is now.
///
/// @param least how many bytes have to be free on each
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

  /// The least of all of them, in bytes.
  public long free() {
    return folders.stream().mapToLong(DiskSpace::free).min().orElse(Long.MAX_VALUE);
  }

  /// A folder that is not there yet lies where its parent does. One that cannot be asked is not
  /// taken for full: whoever writes there finds out.
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
      FileStore store = Files.getFileStore(there); // reads all mounts, and knows full from unknown
      return store.getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }
}
