package dev.assay.conversation;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Finds the files that a turn made or changed.
final class FileChanges {
  private final Map<String, StoredFile> before;
  private final Supplier<List<StoredFile>> after;

  private FileChanges(Map<String, StoredFile> before, Supplier<List<StoredFile>> after) {
    this.before = before;
    this.after = after;
  }

  static FileChanges none() {
    return new FileChanges(Map.of(), List::of);
  }

  static FileChanges since(ConversationFiles files, UUID conversation) {
    Supplier<List<StoredFile>> look =
        () -> files.list(conversation, ConversationFiles.Place.ARTIFACTS).files();
    return new FileChanges(
        look.get().stream().collect(Collectors.toMap(StoredFile::name, file -> file)), look);
  }

  List<StoredFile> now() {
    return after.get().stream().filter(file -> !file.equals(before.get(file.name()))).toList();
  }
}
