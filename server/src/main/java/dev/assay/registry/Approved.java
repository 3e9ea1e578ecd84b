package dev.assay.registry;

import dev.assay.skill.Digest;
import java.util.UUID;

/// A skill's right to be admitted: that content passed that run, and a reviewer may approve it.
/// Only [Decisions#approvable] makes it.
public final class Approved {
  private final UUID skill;
  private final Digest digest;
  private final UUID run;
  private final Review review;

  Approved(UUID skill, Digest digest, UUID run, Review review) {
    this.skill = skill;
    this.digest = digest;
    this.run = run;
    this.review = review;
  }

  public UUID skill() {
    return skill;
  }

  public Digest digest() {
    return digest;
  }

  /// The validation that it passed.
  public UUID run() {
    return run;
  }

  public Review review() {
    return review;
  }
}
