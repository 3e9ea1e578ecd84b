package dev.assay.validation.shown;

import dev.assay.validation.evidence.Regression;
import java.util.List;

/// The retests of an admitted skill together with the new one.
public record RegressionView(String skill, List<Tried> tasks) {
  public record Tried(String task, Regression.Fate fate) {
    /// Tests whether the new skill is to blame.
    public boolean regressed() {
      return fate == Regression.Fate.BROKEN || fate == Regression.Fate.DISPLACED;
    }

    public boolean intact() {
      return fate == Regression.Fate.INTACT;
    }

    public String words() {
      return switch (fate) {
        case INTACT -> "still done";
        case SUSPECT -> "tried again in pairs";
        case BROKEN -> "no longer done";
        case DISPLACED -> "done, but with another skill";
        case BROKEN_BEFORE -> "was not done before either";
      };
    }
  }

  static RegressionView of(Regression regression) {
    return new RegressionView(
        regression.skill(),
        regression.tasks().stream().map(each -> new Tried(each.task(), each.fate())).toList());
  }
}
