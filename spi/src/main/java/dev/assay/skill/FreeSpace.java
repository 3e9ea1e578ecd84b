package dev.assay.skill;

import java.util.Map;
import java.util.Optional;

/// Checks that the disks of this server have room for more work.
@FunctionalInterface
public interface FreeSpace {
  /// The message for users when the disks are full.
  String FULL =
      "The server has too little free disk space for new work. What runs goes on when there is"
          + " some again. Ask an admin, or try again later.";

  FreeSpace PLENTY = Optional::empty;

  /// The shortage and its place, for the operator; empty if there is enough space.
  Optional<String> findShortage();

  /// Checks the space. Callers call it before they begin new work.
  ///
  /// @throws AssayException with `STORAGE_FULL`
  default void require() {
    if (findShortage().isPresent()) {
      throw new AssayException(ErrorCode.STORAGE_FULL, FULL, Map.of("retry_after_seconds", 60));
    }
  }
}
