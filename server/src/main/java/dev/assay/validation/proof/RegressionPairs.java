package dev.assay.validation.proof;

import java.util.List;

/// Fresh runs of an admitted skill's suspect tasks, in pairs: in the candidate and in the current
/// image. The run that raised the suspicion is not among them: it was chosen for how it ended.
public record RegressionPairs(String skill, List<TaskPairs> tasks) {
  /// What is counted.
  public enum Kind {
    /// A task that is no longer done.
    BROKEN,
    /// A task for which the skill is no longer chosen.
    DISPLACED
  }

  /// @param done in how many of them the task was done
  /// @param used in how many of them the skill was used
  public record Count(int runs, int done, int used) {
    public Count {
      if (done < 0 || used < 0 || done > runs || used > runs) {
        throw new IllegalArgumentException(
            "Of " + runs + " runs, " + done + " done and " + used + " used cannot be.");
      }
    }

    int of(Kind kind) {
      return kind == Kind.BROKEN ? done : used;
    }
  }

  public record TaskPairs(String task, Count candidate, Count current) {}

  public RegressionPairs {
    tasks = List.copyOf(tasks);
    if (tasks.isEmpty()) {
      throw new IllegalArgumentException("\"" + skill + "\" has no suspect task.");
    }
  }

  /// Pairs of the task that has the fewest.
  int pairs() {
    return tasks.stream()
        .mapToInt(each -> Math.min(each.candidate().runs(), each.current().runs()))
        .min()
        .orElseThrow();
  }

  /// How many fewer there are in the candidate.
  int lost(Kind kind) {
    return tasks.stream()
        .mapToInt(each -> each.current().of(kind) - each.candidate().of(kind))
        .sum();
  }

  /// The chance of so few in the candidate, or fewer, if both images are alike.
  double chance(Kind kind) {
    return PairedTest.chance(
        tasks.stream()
            .map(
                each ->
                    new PairedTest.Table(
                        each.candidate().of(kind),
                        each.candidate().runs(),
                        each.current().of(kind),
                        each.current().runs()))
            .toList());
  }
}
