package dev.assay.validation.evidence;

import dev.assay.skill.task.Judgement;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// How a task that was done was judged.
///
/// @param judgement empty if it could not be judged
/// @param problem why not; empty if it was
public record Grade(String task, Optional<Judgement> judgement, UUID transcript, String problem) {
  public Grade {
    problem = Objects.requireNonNullElse(problem, ""); // not in older records
  }

  public static Grade of(String task, Judgement judgement, UUID transcript) {
    return new Grade(task, Optional.of(judgement), transcript, "");
  }

  public Optional<Integer> score() {
    return judgement.map(Judgement::score);
  }

  public boolean completed() {
    return judgement.filter(Judgement::completed).isPresent();
  }
}
