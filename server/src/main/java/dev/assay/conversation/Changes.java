package dev.assay.conversation;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The files that a turn made or changed.
final class Changes {
  private final Map<String, StoredFile> before;
  private final Supplier<List<StoredFile>> after;

  private Changes(Map<String, StoredFile> before, Supplier<List<StoredFile>> after) {
    this.before = before;
    this.after = after;
  }

  static Changes none() {
    return new Changes(Map.of(), List::of);
  }

  static Changes since(ConversationFiles files, UUID conversation) {
    Supplier<List<StoredFile>> look =
        () -> files.list(conversation, ConversationFiles.Place.ARTIFACTS).files();
    return new Changes(
        look.get().stream().collect(Collectors.toMap(StoredFile::name, file -> file)), look);
  }

  List<StoredFile> now() {
    return after.get().stream().filter(file -> !file.equals(before.get(file.name()))).toList();
  }
}
