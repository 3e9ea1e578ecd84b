package dev.assay.validation;

import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.registry.TrialHistory;
import dev.assay.validation.proof.Drift;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The history of a skill over all its runs: its grades, their drift, and its flaky tasks.
public final class SkillHistory {
  private static final int FEWEST = 3;

  private final TrialHistory history;
  private final Skills skills;

  public SkillHistory(TrialHistory history, Skills skills) {
    this.history = history;
    this.skills = skills;
  }

  /// One run of the skill.
  ///
  /// @param run the run, or the first of a day's turns in conversations
  /// @param source the source: `validation`, `full_test` or `conversation`
  /// @param score the mean grade, 1 to 5; 0 without grades
  public record Line(
      UUID run,
      Instant at,
      String source,
      String executor,
      int tries,
      int completed,
      double score) {}

  /// A task that the same model completes only sometimes.
  public record Flaky(String task, String phase, int completed, int tries) {}

  /// @param drift the decline of the skill in one sentence; empty if there is none
  public record Known(List<Line> runs, Optional<String> drift, List<Flaky> flaky) {
    public Known {
      runs = List.copyOf(runs);
      flaky = List.copyOf(flaky);
    }

    public boolean isQuiet() {
      return drift.isEmpty() && flaky.isEmpty();
    }
  }

  /// A skill with drift or flaky tasks.
  public record Noticed(Skill skill, Known known) {}

  public Known of(UUID skill) {
    skills.load(skill);
    List<TrialHistory.Outcome> all = history.of(skill);
    List<TrialHistory.Outcome> tests = all.stream().filter(each -> !inUse(each)).toList();
    List<TrialHistory.Outcome> use = all.stream().filter(SkillHistory::inUse).toList();
    return new Known(
        lines(all),
        Drift.find(attempts(tests)).or(() -> Drift.findInUse(attempts(use))).map(Drift::words),
        flaky(tests));
  }

  private static boolean inUse(TrialHistory.Outcome outcome) {
    return outcome.source().equals(TrialHistory.CONVERSATION);
  }

  private static List<Drift.Attempt> attempts(List<TrialHistory.Outcome> outcomes) {
    return outcomes.stream()
        .map(each -> new Drift.Attempt(each.executor(), each.run().toString(), each.completed()))
        .toList();
  }

  /// Returns the key of an outcome's line. The turns of conversations are many and small, so those
  /// of a day share a line.
  private static String line(TrialHistory.Outcome outcome) {
    return inUse(outcome)
        ? LocalDate.ofInstant(outcome.at(), ZoneOffset.UTC) + " " + outcome.executor()
        : outcome.run().toString();
  }

  /// Returns the approved skills that drift or have flaky tasks.
  public List<Noticed> noticed() {
    return skills.approved().stream()
        .map(skill -> new Noticed(skill, of(skill.id())))
        .filter(each -> !each.known().isQuiet())
        .toList();
  }

  private static List<Line> lines(List<TrialHistory.Outcome> all) {
    Map<String, List<TrialHistory.Outcome>> runs = new LinkedHashMap<>();
    all.forEach(each -> runs.computeIfAbsent(line(each), _ -> new ArrayList<>()).add(each));
    return runs.values().stream()
        .map(
            run ->
                new Line(
                    run.getFirst().run(),
                    run.getFirst().at(),
                    run.getFirst().source(),
                    run.getFirst().executor(),
                    run.size(),
                    (int) run.stream().filter(TrialHistory.Outcome::completed).count(),
                    run.stream().mapToInt(TrialHistory.Outcome::score).average().orElse(0)))
        .toList()
        .reversed();
  }

  private static List<Flaky> flaky(List<TrialHistory.Outcome> all) {
    if (all.isEmpty()) {
      return List.of();
    }
    String model = all.getLast().executor();
    Map<String, List<TrialHistory.Outcome>> tasks = new LinkedHashMap<>();
    all.stream()
        .filter(each -> each.executor().equals(model))
        .forEach(
            each ->
                tasks
                    .computeIfAbsent(each.digest() + each.phase(), _ -> new ArrayList<>())
                    .add(each));
    return tasks.values().stream()
        .filter(tries -> tries.size() >= FEWEST)
        .map(
            tries ->
                new Flaky(
                    tries.getLast().task(),
                    tries.getLast().phase(),
                    (int) tries.stream().filter(TrialHistory.Outcome::completed).count(),
                    tries.size()))
        .filter(each -> each.completed() > 0 && each.completed() < each.tries())
        .toList();
  }
}
