package dev.assay.testkit.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A validation of a skill with known truth, under a rule.
///
/// @param correlation the correlation between two tries of the same task
public record SimulatedValidation(SkillTruth truth, NoisyJudge judge, double correlation) {
  private static final int NEGATIVES = 12;

  /// The calls of a minimal agent for one run, and of the judge.
  private static final int CALLS_OF_A_RUN = 4;

  /// The calls for installation, tasks, negatives and report.
  private static final int OTHER_CALLS = 5;

  /// @param without the grade without the skill, if that was tried
  public record Seen(
      String task,
      SimulatedTask.Try with,
      Optional<Integer> without,
      int probes,
      int chosen,
      Optional<SimulatedTask.Try> offline) {}

  /// The tries that come next.
  public record Batch(int tasks, Arms arms, int probes, int offline) {}

  /// The choice whether tasks are tried without the skill, too.
  public enum Arms {
    WITH_SKILL,
    BOTH
  }

  /// The wish of a rule after its observations.
  public sealed interface Wish {
    record More(Batch batch) implements Wish {}

    /// A wish for further tasks that the skill should leave alone.
    record MoreNegatives(int count) implements Wish {}

    record End<V>(V verdict) implements Wish {}
  }

  @FunctionalInterface
  public interface Rule {
    Wish decide(List<Seen> seen, int grabbed, int negatives);
  }

  public record Ended(Object verdict, List<Seen> seen, int calls) {}

  public Ended run(Batch first, Rule rule, RandomGenerator random) {
    int negatives = NEGATIVES;
    int grabbed = grabbed(negatives, random);
    List<Seen> seen = new ArrayList<>();
    int calls = OTHER_CALLS + NEGATIVES;
    Batch batch = first;
    while (true) {
      for (int each = 0; each < batch.tasks(); each++) {
        Seen one = see(batch, seen.size(), random);
        seen.add(one);
        int runs = 1 + (one.without().isPresent() ? 1 : 0) + (one.offline().isPresent() ? 1 : 0);
        calls += runs * CALLS_OF_A_RUN + one.probes();
      }
      switch (rule.decide(seen, grabbed, negatives)) {
        case Wish.More more -> batch = more.batch();
        case Wish.MoreNegatives(int count) -> {
          grabbed += grabbed(count, random);
          negatives += count;
          calls += count + 1;
          batch = new Batch(0, batch.arms(), 0, 0);
        }
        case Wish.End<?> end -> {
          return new Ended(end.verdict(), seen, calls);
        }
      }
    }
  }

  private int grabbed(int count, RandomGenerator random) {
    int grabbed = 0;
    for (int each = 0; each < count; each++) {
      grabbed += random.nextDouble() < truth.grabbing() ? 1 : 0;
    }
    return grabbed;
  }

  private Seen see(Batch batch, int index, RandomGenerator random) {
    SimulatedTask task = new SimulatedTask(truth, judge, correlation, random);
    SimulatedTask.Try with = task.withSkill();
    int chosen = 0;
    for (int each = 0; each < batch.probes(); each++) {
      chosen += task.chosen() ? 1 : 0;
    }
    return new Seen(
        "task-" + (index + 1),
        with,
        batch.arms() == Arms.BOTH ? Optional.of(task.withoutSkill()) : Optional.empty(),
        batch.probes(),
        chosen,
        index < batch.offline() ? Optional.of(task.offline()) : Optional.empty());
  }
}
