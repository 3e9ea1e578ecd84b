package dev.assay.validation.proof;

import java.util.List;

/// New runs of an admitted skill's suspect tasks in pairs, in the candidate and in the current
/// image. The run that raised the suspicion is not included, because it was selected by its
/// outcome.
public record RegressionPairs(String skill, List<TaskPairs> tasks) {
  /// The outcomes that are counted.
  public enum Kind {
    /// A task that is no longer done.
    BROKEN,
    /// A task for which the skill is no longer chosen.
    DISPLACED
  }

  /// @param done the number of runs in which the task was done
  /// @param used the number of runs in which the skill was used
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

  /// Returns the number of pairs of the task with the fewest.
  int pairs() {
    return tasks.stream()
        .mapToInt(each -> Math.min(each.candidate().runs(), each.current().runs()))
        .min()
        .orElseThrow();
  }

  /// Returns the decline of the count in the candidate.
  int lost(Kind kind) {
    return tasks.stream()
        .mapToInt(each -> each.current().of(kind) - each.candidate().of(kind))
        .sum();
  }

  /// Returns the probability of so low a count in the candidate if both images are alike.
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
