package dev.assay.conversation;

import dev.assay.agent.Budget;
import dev.assay.sandbox.SharedFolders;
import dev.assay.skill.sandbox.Network;
import java.nio.file.Path;
import java.util.Optional;

/// What the administrator allows conversations.
///
/// @param network how far their sandboxes see
/// @param budget of one turn
/// @param atOnce turns at a time on this server
/// @param perUser conversations of one user
public record ConversationPolicy(
    Storage storage, Network network, Budget budget, int atOnce, int perUser) {
  /// Where files are.
  ///
  /// @param folders of each conversation
  /// @param uploadRoot below it callers may name folders; empty if they may not at all
  /// @param fileSize of one upload
  /// @param quota of all files of one conversation
  public record Storage(
      SharedFolders folders, Optional<Path> uploadRoot, long fileSize, long quota) {}
}
