package dev.assay.skill.sandbox.lease;

import dev.assay.skill.sandbox.Metrics;
import java.util.Optional;

/// Removes what a sandbox left behind when its holder died: processes, mounts, control groups,
/// folders. Does nothing for a sandbox of which nothing is left.
public interface Leftovers {
  /// @throws dev.assay.skill.sandbox.SandboxFailure if something is still there; to be tried again
  void remove(String sandboxId);

  /// Touches the leases of own sandboxes in which commands run: a long command is use.
  default void noteUse() {}

  /// What one of its own living sandboxes uses, as far as it is known without asking inside.
  default Optional<Metrics> look(String sandboxId) {
    return Optional.empty();
  }
}
