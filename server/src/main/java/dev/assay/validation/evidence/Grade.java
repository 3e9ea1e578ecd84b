package dev.assay.validation.evidence;

import dev.assay.skill.task.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// How a task that was done was judged.
///
/// @param judgement empty if it could not be judged
/// @param problem why not; empty if it was
/// @param checked what the task's own program said; empty if it has none
/// @param judged the score that the judge gave, where the program corrected it
public record Grade(
    String task,
    Optional<Judgement> judgement,
    UUID transcript,
    String problem,
    Optional<Checked> checked,
    Optional<Integer> judged) {
  /// What is wrong in its values is poor at best, whatever it looks like.
  private static final int WRONG = 2;

  public Grade {
    problem = Objects.requireNonNullElse(problem, ""); // not in older records
    checked = Objects.requireNonNullElse(checked, Optional.empty());
    judged = Objects.requireNonNullElse(judged, Optional.empty());
  }

  public static Grade of(String task, Judgement judgement, UUID transcript) {
    return new Grade(
        task, Optional.of(judgement), transcript, "", Optional.empty(), Optional.empty());
  }

  public static Grade notJudged(String task, UUID transcript, String problem) {
    return new Grade(
        task, Optional.empty(), transcript, problem, Optional.empty(), Optional.empty());
  }

  /// The same with what a program computed, which counts for more than what a judge sees.
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

  /// What judge and program see differently, for people.
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
