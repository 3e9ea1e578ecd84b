package dev.assay.registry;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// A reviewer's approval.
///
/// @param owner the id of the reviewer's account
/// @param digest the content that was reviewed; empty if not stated
/// @param run the run whose report was read; empty if not stated
/// @param rehearsal the acknowledgement of a result without a model
/// @param held the acknowledgement of a result that left the decision to the reviewer
public record Review(
    String by,
    String owner,
    Optional<String> digest,
    Optional<UUID> run,
    Rehearsal rehearsal,
    HeldReasons held) {
  public enum HeldReasons {
    NOT_ACKNOWLEDGED,
    ACKNOWLEDGED
  }

  public Review {
    held = Objects.requireNonNullElse(held, HeldReasons.NOT_ACKNOWLEDGED); // not in older records
    owner = Objects.requireNonNullElse(owner, ""); // not in older records
  }

  public Review(String by, Optional<String> digest, Optional<UUID> run, Rehearsal rehearsal) {
    this(by, "", digest, run, rehearsal, HeldReasons.NOT_ACKNOWLEDGED);
  }

  public Actor actor() {
    return new Actor(owner, by);
  }

  public enum Rehearsal {
    NOT_ACKNOWLEDGED,
    ACKNOWLEDGED
  }
}
