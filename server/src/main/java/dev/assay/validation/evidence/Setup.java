package dev.assay.validation.evidence;

import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.settings.ExecutorPolicy;
import dev.assay.validation.settings.ProofTerms;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.List;
import java.util.Objects;

/// What a run begins with and keeps to, whatever changes meanwhile.
///
/// @param imageNumber of the runtime image that was current
/// @param listed everything agents can choose from, in the order they see it
/// @param unenforced limits that the sandboxes did not have, in words
/// @param rehearsal whether rules take the place of a model
/// @param executors the models that do the tasks; empty in older records
/// @param executorPolicy how many of them have to prove it
/// @param inspector the model that reads the skill for what acts against its user; empty if none
///   does
/// @param calibration what is known about the gate's own errors; empty in a rehearsal
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

  /// Who does the tasks. One alone is the usual one, also if it is called differently by now.
  public List<Executor> eachExecutor() {
    return executors.size() < 2
        ? List.of(Executor.USUAL)
        : executors.stream().map(Executor::named).toList();
  }

  /// Without one of them, for what was there before it.
  public List<ListedSkill> without(String name) {
    return listed.stream().filter(each -> !each.name().text().equals(name)).toList();
  }
}
