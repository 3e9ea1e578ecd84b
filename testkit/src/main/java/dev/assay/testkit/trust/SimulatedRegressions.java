package dev.assay.testkit.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// The regression tests of a new skill among skills with known reliability.
///
/// @param skills the number of admitted skills, with three saved tasks each
/// @param reliability the chance that a task is completed, and the chance that its skill is chosen
/// @param damage the effect of the new skill on the first of them
public record SimulatedRegressions(int skills, double reliability, Damage damage) {
  private static final int TASKS = 3;

  /// @param tasks the number of affected tasks
  /// @param done the chance that they are completed with the new skill
  /// @param used the chance that the skill is chosen with the new skill
  public record Damage(int tasks, double done, double used) {
    public static final Damage NONE = new Damage(0, 1, 1);
  }

  /// Counts of one suspect task.
  public static final class Suspect {
    private final String skill;
    private final int task;
    private final int[] candidate = new int[2];
    private final int[] current = new int[2];
    private int pairs;

    private Suspect(String skill, int task) {
      this.skill = skill;
      this.task = task;
    }

    public String task() {
      return "task-" + (task + 1);
    }

    public int pairs() {
      return pairs;
    }

    public int candidateDone() {
      return candidate[0];
    }

    public int candidateUsed() {
      return candidate[1];
    }

    public int currentDone() {
      return current[0];
    }

    public int currentUsed() {
      return current[1];
    }
  }

  /// Decides the number of pairs that each skill needs in all; none for a skill that is decided.
  @FunctionalInterface
  public interface Rule {
    Map<String, Integer> needs(Map<String, List<Suspect>> suspects);
  }

  /// The first skill, which is damaged.
  public static final String FIRST = "skill-00";

  /// @return the number of runs
  public int run(Rule rule, RandomGenerator random) {
    Map<String, List<Suspect>> suspects = new TreeMap<>();
    for (int skill = 0; skill < skills; skill++) {
      String name = "skill-%02d".formatted(skill);
      for (int task = 0; task < TASKS; task++) {
        boolean done = random.nextDouble() < done(name, task);
        boolean used = random.nextDouble() < used(name, task);
        if (!done || !used) {
          suspects.computeIfAbsent(name, _ -> new ArrayList<>()).add(new Suspect(name, task));
        }
      }
    }
    int runs = skills * TASKS;
    Map<String, Integer> needs = rule.needs(suspects);
    while (!needs.isEmpty()) {
      for (Map.Entry<String, Integer> need : needs.entrySet()) {
        for (Suspect suspect : suspects.getOrDefault(need.getKey(), List.of())) {
          runs += 2 * (need.getValue() - suspect.pairs);
          repeat(suspect, need.getValue(), random);
        }
      }
      needs = rule.needs(suspects);
    }
    return runs;
  }

  private void repeat(Suspect suspect, int pairs, RandomGenerator random) {
    for (; suspect.pairs < pairs; suspect.pairs++) {
      suspect.candidate[0] += happens(done(suspect.skill, suspect.task), random);
      suspect.candidate[1] += happens(used(suspect.skill, suspect.task), random);
      suspect.current[0] += happens(reliability, random);
      suspect.current[1] += happens(reliability, random);
    }
  }

  private static int happens(double chance, RandomGenerator random) {
    return random.nextDouble() < chance ? 1 : 0;
  }

  private double done(String skill, int task) {
    return damaged(skill, task) ? damage.done() : reliability;
  }

  private double used(String skill, int task) {
    return damaged(skill, task) ? damage.used() : reliability;
  }

  private boolean damaged(String skill, int task) {
    return skill.equals(FIRST) && task < damage.tasks();
  }
}
