package dev.assay.validation.evidence;

import dev.assay.skill.task.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The judgement of a task that was done.
///
/// @param judgement the judgement; empty if the task could not be judged
/// @param problem the reason why the task could not be judged; empty if it was
/// @param checked the answer of the task's own checker; empty if the task has none
/// @param judged the judge's grade before the checker corrected it; empty without a correction
public record Grade(
    String task,
    Optional<Judgement> judgement,
    UUID transcript,
    String problem,
    Optional<Checked> checked,
    Optional<Integer> judged) {
  /// The highest grade of a result that the checker found wrong.
  private static final int WRONG = 2;

  public static Grade of(String task, Judgement judgement, UUID transcript) {
    return new Grade(
        task, Optional.of(judgement), transcript, "", Optional.empty(), Optional.empty());
  }

  public static Grade notJudged(String task, UUID transcript, String problem) {
    return new Grade(
        task, Optional.empty(), transcript, problem, Optional.empty(), Optional.empty());
  }

  /// Returns the grade with the checker's answer, which takes precedence over the judge.
  public Grade with(Checked found) {
    boolean corrected =
        found.outcome() == Checked.Outcome.WRONG && score().filter(its -> its > WRONG).isPresent();
    return new Grade(
        task,
        corrected ? judgement.map(its -> corrected(its, found)) : judgement,
        transcript,
        problem,
        Optional.of(found),
        corrected ? score() : Optional.empty());
  }

  private static Judgement corrected(Judgement judgement, Checked found) {
    String reason = "The checker of the task found the result wrong: " + found.words();
    List<String> missed = new ArrayList<>(judgement.requirementsMissed());
    missed.add(reason);
    return new Judgement(judgement.analysis(), judgement.requirementsMet(), missed, WRONG, reason);
  }

  /// Describes a disagreement between judge and checker.
  public Optional<String> disagreement() {
    return judged.map(
        score ->
            "In %s the checker found a result wrong that the judge gave %d of 5: %s"
                .formatted(task, score, checked.map(Checked::words).orElse("")));
  }

  public Optional<Integer> score() {
    return judgement.map(Judgement::score);
  }

  public boolean completed() {
    return judgement.filter(Judgement::completed).isPresent();
  }
}
