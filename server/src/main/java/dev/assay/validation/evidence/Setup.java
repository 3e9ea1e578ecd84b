package dev.assay.validation.evidence;

import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.settings.ExecutorPolicy;
import dev.assay.validation.settings.ProofTerms;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.List;
import java.util.Objects;

/// The setup of a run, which later changes of settings do not affect.
///
/// @param imageNumber the number of the current runtime image at the start
/// @param listed all skills that agents can choose, in the order in which they see them
/// @param unenforced the limits that the sandboxes did not enforce, in words
/// @param rehearsal whether rules take the place of a model
/// @param executors the models that do the tasks; empty in older records
/// @param executorPolicy the number of models that have to prove the skill
/// @param inspector the model that reads the skill for content that acts against its user; empty if
///   there is none
/// @param calibration the gate's own measured errors; empty in a rehearsal
public record Setup(
    int imageNumber,
    SandboxImage image,
    ScoringPolicy policy,
    List<ListedSkill> listed,
    boolean rehearsal,
    String digest,
    ProofTerms proof,
    List<String> executors,
    ExecutorPolicy executorPolicy,
    String calibration,
    List<String> unenforced,
    String inspector) {
  public Setup {
    unenforced = List.copyOf(Objects.requireNonNullElse(unenforced, List.of())); // older records
    executors = List.copyOf(Objects.requireNonNullElse(executors, List.of())); // older records
    executorPolicy = Objects.requireNonNullElse(executorPolicy, ExecutorPolicy.ALL);
    listed = List.copyOf(listed);
    proof = Objects.requireNonNullElse(proof, ProofTerms.QUICK); // not in older records
    inspector = Objects.requireNonNullElse(inspector, ""); // not in older records
    calibration = Objects.requireNonNullElse(calibration, ""); // not in older records
  }

  /// Returns the executors. A single one is the usual executor, even if its model was renamed
  /// since.
  public List<Executor> eachExecutor() {
    return executors.size() < 2
        ? List.of(Executor.USUAL)
        : executors.stream().map(Executor::named).toList();
  }

  /// Returns the list without one skill, as it was before that skill.
  public List<ListedSkill> without(String name) {
    return listed.stream().filter(each -> !each.name().text().equals(name)).toList();
  }
}
