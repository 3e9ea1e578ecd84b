package dev.assay.validation.evidence;

import dev.assay.skill.task.Task;
import dev.assay.validation.scoring.TaskEvidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The trials of one skill's tasks, and what follows from them.
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

  /// Those in which agents could choose the skill.
  public Stream<Trial> with(Trial.Phase phase) {
    return all.stream().filter(each -> each.arm() == Trial.Arm.WITH && each.phase() == phase);
  }

  /// The first try of a task with the skill.
  public Optional<Trial> find(Task task, Trial.Phase phase) {
    return with(phase).filter(each -> each.task().equals(task.id())).findFirst();
  }

  /// What scores follow from. What was not done or could not be judged is missing.
  ///
  /// @param skill the one the tasks are meant for
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

  /// The tasks in short, online beside offline.
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
}
