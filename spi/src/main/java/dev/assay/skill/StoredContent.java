package dev.assay.skill;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/// A kind of things that are stored, that somebody could use, and whose digests were written down
/// when they were admitted.
public interface StoredContent {
  /// What the things are, in one word.
  String kind();

  List<Item> list();

  /// @param id within its kind
  /// @param name for people
  record Item(String id, String name) {}

  /// Reads all of one again.
  ///
  /// @return how it differs from what was admitted, with the remedy; empty if it does not, or is
  ///   not there any more
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
