package dev.assay.registry;

import dev.assay.skill.Bundle;
import dev.assay.skill.Digest;
import dev.assay.skill.audit.AuditRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// One version of one name.
public record Skill(
    UUID id,
    int version,
    Status status,
    Bundle bundle,
    String uploadedBy,
    String owner,
    Instant uploadedAt,
    Validated validated,
    Decided decided) {

  /// The state of its validation.
  ///
  /// @param run the last run
  /// @param scores the scores as JSON
  /// @param heldReasons the reasons why a person has to decide; empty if the validation decided
  /// @param again the run that validates it once more while it is in use
  /// @param failedAgain the failure found by such a run; empty after one that passed
  public record Validated(
      Optional<Stage> stage,
      Optional<UUID> run,
      Optional<String> inconclusiveReason,
      Optional<String> scores,
      boolean rehearsal,
      Optional<Instant> when,
      List<String> heldReasons,
      Optional<UUID> again,
      Optional<String> failedAgain) {
    public Validated {
      heldReasons = List.copyOf(heldReasons);
    }

    public Validated(
        Optional<Stage> stage,
        Optional<UUID> run,
        Optional<String> inconclusiveReason,
        Optional<String> scores,
        boolean rehearsal,
        Optional<Instant> when,
        List<String> heldReasons) {
      this(
          stage,
          run,
          inconclusiveReason,
          scores,
          rehearsal,
          when,
          heldReasons,
          Optional.empty(),
          Optional.empty());
    }
  }

  /// The decisions about it.
  ///
  /// @param rehearsalAcknowledged true if the reviewer knew that no model had been asked
  /// @param heldAcknowledged true if the reviewer knew the open questions
  /// @param image the number of the runtime image it was admitted with
  /// @param installed the exact versions it was tested with, name to version, by ecosystem;
  ///   packages in an environment of its own as `NAME/ECOSYSTEM`
  /// @param contents the digest of the list of everything in the image it was admitted with
  /// @param replacedBy the newer version that is in use in its place
  /// @param changeRun the run that changes the runtime image for it
  public record Decided(
      Optional<Mark> approved,
      Optional<Mark> rejected,
      Optional<String> rejectReason,
      boolean rehearsalAcknowledged,
      boolean heldAcknowledged,
      Optional<Integer> image,
      Map<String, Map<String, String>> installed,
      Optional<Digest> contents,
      Optional<UUID> replacedBy,
      Optional<UUID> changeRun) {
    public static final Decided NOTHING =
        new Decided(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            false,
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /// The kind of environment: `per-skill` if its packages are in an environment of its own, else
    /// `shared`.
    public String environment() {
      return installed.keySet().stream().anyMatch(kind -> kind.contains("/"))
          ? "per-skill"
          : "shared";
    }
  }

  /// The user and the time of a decision.
  public record Mark(String by, Instant at) {}

  /// Says whether agents may use it.
  public boolean inUse() {
    return status == Status.APPROVED && decided.replacedBy().isEmpty();
  }

  public String name() {
    return bundle.name().text();
  }

  /// The name in the audit log.
  public AuditRecord.Subject auditSubject() {
    return new AuditRecord.Subject("skill", id.toString(), name());
  }
}
