package dev.assay.skill;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/// A kind of stored content in use, with the digests that were recorded when it was admitted.
public interface StoredContent {
  /// The kind of content, in one word.
  String kind();

  List<Item> list();

  /// @param id the identifier, unique within its kind
  /// @param name the name for people
  record Item(String id, String name) {}

  /// Reads all files of an item again.
  ///
  /// @return the difference from what was admitted, with the remedy; empty if there is none, or if
  ///   the item is gone
  Optional<String> findDamage(String id);

  /// The same, and what cannot be read is damaged, too: nobody can use it.
  default Optional<String> verify(String id) {
    try {
      return findDamage(id);
    } catch (AssayException e) {
      boolean gone = e.code() == ErrorCode.IMAGE_NOT_FOUND || e.code() == ErrorCode.SKILL_NOT_FOUND;
      return gone ? Optional.empty() : Optional.of(e.reason());
    } catch (UncheckedIOException e) {
      return Optional.of("It cannot be read: " + e.getMessage() + ". Restore it from a backup.");
    }
  }
}
