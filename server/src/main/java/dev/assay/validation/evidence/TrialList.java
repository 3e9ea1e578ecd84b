package dev.assay.validation.evidence;

import dev.assay.registry.TrialHistory;
import dev.assay.skill.task.Task;
import dev.assay.validation.proof.TaskObservation;
import dev.assay.validation.scoring.TaskEvidence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The trials of one skill's tasks, with the values computed from them.
public record TrialList(List<Trial> all) {
  public static final TrialList NONE = new TrialList(List.of());

  public TrialList {
    all = List.copyOf(all);
  }

  public TrialList with(List<Trial> more) {
    List<Trial> both = new ArrayList<>(all);
    both.addAll(more);
    return new TrialList(both);
  }

  /// Returns the names of the models that did the trials. There is one, unless the configuration
  /// changed in between.
  public String executors() {
    return all.stream()
        .map(Trial::executor)
        .filter(name -> !name.isEmpty())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /// Returns the first complete trial of a task with the skill.
  public Optional<Trial> find(Task task, Trial.Phase phase) {
    return find(task, Trial.Arm.WITH, phase);
  }

  public Optional<Trial> find(Task task, Trial.Arm arm, Trial.Phase phase) {
    return of(task)
        .filter(each -> each.grade().isPresent() && each.arm() == arm && each.phase() == phase)
        .findFirst();
  }

  private Stream<Trial> of(Task task) {
    return all.stream().filter(each -> each.task().equals(task.id()));
  }

  /// Returns the observations for estimates: the tasks that were done and judged online.
  ///
  /// @param skill the skill for which the tasks are meant
  public List<TaskObservation> observations(List<Task> tasks, String skill) {
    return tasks.stream().flatMap(task -> observation(task, skill).stream()).toList();
  }

  private Optional<TaskObservation> observation(Task task, String skill) {
    List<Trial> probes = of(task).filter(each -> each.grade().isEmpty()).toList();
    return find(task, Trial.Phase.ONLINE)
        .flatMap(
            online ->
                completion(online)
                    .map(
                        done ->
                            new TaskObservation(
                                task.id(),
                                new TaskObservation.Attempt(done, online.activated(skill)),
                                find(task, Trial.Arm.WITHOUT, Trial.Phase.ONLINE)
                                    .flatMap(TrialList::completion),
                                probes.size(),
                                (int) probes.stream().filter(p -> p.activated(skill)).count(),
                                find(task, Trial.Phase.OFFLINE)
                                    .flatMap(offline -> offline(offline, skill)))));
  }

  private static Optional<TaskObservation.Offline> offline(Trial trial, String skill) {
    return completion(trial)
        .map(
            done ->
                new TaskObservation.Offline(
                    done, trial.activated(skill), new TreeSet<>(trial.done().attempts()).size()));
  }

  private static Optional<Double> completion(Trial trial) {
    return trial.score().map(TaskObservation::completion);
  }

  /// Returns the effort with the skill compared with the effort without it, for tasks done both
  /// ways.
  public Optional<ProofSummary.Effort> effort(List<Task> tasks) {
    int pairs = 0;
    long tokens = 0;
    long millis = 0;
    for (Task task : tasks) {
      Optional<TaskRun.Used> with = used(task, Trial.Arm.WITH);
      Optional<TaskRun.Used> without = used(task, Trial.Arm.WITHOUT);
      if (with.isPresent() && without.isPresent()) {
        pairs++;
        tokens += with.get().tokens().orElse(0L) - without.get().tokens().orElse(0L);
        millis += with.get().millis() - without.get().millis();
      }
    }
    return pairs == 0
        ? Optional.empty()
        : Optional.of(new ProofSummary.Effort(pairs, tokens / pairs, millis / pairs));
  }

  private Optional<TaskRun.Used> used(Task task, Trial.Arm arm) {
    return find(task, arm, Trial.Phase.ONLINE).map(trial -> trial.done().used());
  }

  /// Returns the harm to the user's files while the skill was used, one sentence for each task and
  /// file.
  public List<String> harm(String skill) {
    return all.stream()
        .filter(each -> each.activated(skill))
        .flatMap(each -> each.done().harm().stream().map(text -> each.task() + ": " + text))
        .distinct()
        .toList();
  }

  /// Returns the evidence for scores. A part that was not done or could not be judged is missing.
  ///
  /// @param skill the skill for which the tasks are meant
  public List<TaskEvidence> evidence(List<Task> tasks, String skill) {
    return tasks.stream()
        .map(
            task -> {
              Optional<Trial> online = find(task, Trial.Phase.ONLINE);
              Optional<Trial> offline = find(task, Trial.Phase.OFFLINE);
              return new TaskEvidence(
                  task.id(),
                  online.flatMap(Trial::score),
                  online.map(trial -> trial.activated(skill)),
                  offline.flatMap(Trial::score),
                  offline.map(trial -> new TreeSet<>(trial.done().attempts())));
            })
        .toList();
  }

  /// Returns the results of the tasks, online and offline.
  public List<Result.TaskResult> results(List<Task> tasks, String skill) {
    return tasks.stream()
        .map(
            task ->
                new Result.TaskResult(
                    task.id(),
                    task.prompt(),
                    attempt(find(task, Trial.Phase.ONLINE), skill),
                    attempt(find(task, Trial.Phase.OFFLINE), skill)))
        .toList();
  }

  private static Optional<Result.Attempt> attempt(Optional<Trial> trial, String skill) {
    return trial.flatMap(each -> Result.Attempt.of(each, skill));
  }

  /// Returns the outcomes for the history of the skill.
  ///
  /// @param source the source: `validation` or `full_test`
  public List<TrialHistory.Outcome> outcomes(
      UUID run, Tried about, String source, List<Task> tasks, Instant at) {
    return tasks.stream()
        .flatMap(
            task ->
                Stream.of(Trial.Phase.values())
                    .flatMap(phase -> find(task, phase).stream())
                    .filter(trial -> trial.score().isPresent())
                    .map(
                        trial ->
                            new TrialHistory.Outcome(
                                run,
                                about.skill(),
                                TrialHistory.digest(task),
                                trial.phase().name().toLowerCase(Locale.ROOT),
                                task.id(),
                                source,
                                trial.executor(),
                                trial.score().orElseThrow(),
                                trial.completed(),
                                trial.activated(about.name()),
                                at)))
        .toList();
  }

  /// The skill that was tried.
  public record Tried(UUID skill, String name) {}
}
