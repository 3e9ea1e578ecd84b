package dev.assay.conversation;

import dev.assay.agent.Budget;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Network;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What the administrator allows conversations.
///
/// @param network how far their sandboxes see
/// @param limits of a sandbox, where the machine can enforce them
/// @param budget of one turn
/// @param atOnce turns at a time on this server
/// @param perUser conversations of one user
public record Policy(
    Storage storage,
    Network network,
    Map<Limit, Long> limits,
    Budget budget,
    int atOnce,
    int perUser) {
  /// Where files are.
  ///
  /// @param uploads holds a folder per conversation for what users bring
  /// @param intermediate holds a folder per conversation for what agents make
  /// @param uploadRoot below it callers may name folders; empty if they may not at all
  /// @param fileSize of one upload
  /// @param quota of all files of one conversation
  public record Storage(
      Path uploads, Path intermediate, Optional<Path> uploadRoot, long fileSize, long quota) {}

  public Policy {
    limits = Map.copyOf(limits);
  }
}
