package dev.assay.skill;

import java.util.Map;
import java.util.Optional;

/// Whether the disks of this server have room for more work.
@FunctionalInterface
public interface FreeSpace {
  /// What people who use the server read when there is none.
  String FULL =
      "The server has too little free disk space for new work. What runs goes on when there is"
          + " some again. Ask an admin, or try again later.";

  FreeSpace PLENTY = Optional::empty;

  /// What is missing where, for the operator; empty if there is enough.
  Optional<String> findShortage();

  /// To be called before something new is begun.
  ///
  /// @throws AssayException with `STORAGE_FULL`
  default void require() {
    if (findShortage().isPresent()) {
      throw new AssayException(ErrorCode.STORAGE_FULL, FULL, Map.of("retry_after_seconds", 60));
    }
  }
}
