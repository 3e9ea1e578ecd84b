package dev.assay.skill.eval;

import java.util.List;

/// A skill's own tests; both lists may be empty.
public record Evals(List<Eval> evals, List<Trigger> triggers) {
  public static final Evals NONE = new Evals(List.of(), List.of());

  public Evals {
    evals = List.copyOf(evals);
    triggers = List.copyOf(triggers);
  }

  public boolean isEmpty() {
    return evals.isEmpty() && triggers.isEmpty();
  }
}
