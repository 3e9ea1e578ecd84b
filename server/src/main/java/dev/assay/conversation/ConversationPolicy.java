package dev.assay.conversation;

import dev.assay.agent.Budget;
import dev.assay.sandbox.SharedFolders;
import dev.assay.skill.sandbox.Network;
import java.nio.file.Path;
import java.util.Optional;

/// The administrator's settings for conversations.
///
/// @param network the network of their sandboxes
/// @param budget the budget of one turn
/// @param atOnce the number of turns at a time on this server
/// @param perUser the number of conversations of one user
public record ConversationPolicy(
    Storage storage, Network network, Budget budget, int atOnce, int perUser) {
  /// The storage of files.
  ///
  /// @param folders the folders of each conversation
  /// @param uploadRoot the folder below which callers may name folders; empty if they may name none
  /// @param fileSize the greatest size of one upload
  /// @param quota the greatest size of all files of one conversation
  public record Storage(
      SharedFolders folders, Optional<Path> uploadRoot, long fileSize, long quota) {}
}
