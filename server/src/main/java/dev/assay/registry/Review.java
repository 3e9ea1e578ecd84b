package dev.assay.registry;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// A reviewer's approval.
///
/// @param owner the id of their account
/// @param digest what they reviewed; empty if they did not say
/// @param run whose report they read; empty if they did not say
/// @param rehearsal what they say about a result that no model gave
/// @param held what they say about a result that left the decision to them
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
