package dev.assay.validation.evidence;

import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.settings.ExecutorPolicy;
import dev.assay.validation.settings.ProofTerms;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.List;

/// The setup of a run, which later changes of settings do not affect.
///
/// @param imageNumber the number of the current runtime image at the start
/// @param listed all skills that agents can choose, in the order in which they see them
/// @param unenforced the limits that the sandboxes did not enforce, in words
/// @param rehearsal whether rules take the place of a model
/// @param executors the models that do the tasks
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
    unenforced = List.copyOf(unenforced);
    executors = List.copyOf(executors);
    listed = List.copyOf(listed);
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
