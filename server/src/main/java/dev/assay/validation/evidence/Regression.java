package dev.assay.validation.evidence;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The retests of an admitted skill in the candidate.
public record Regression(String skill, List<Tried> tasks) {
  /// The fate of a saved task.
  public enum Fate {
    /// The task is done in the candidate.
    @JsonAlias("HELD") // in older records
    INTACT,
    /// The task failed twice in the candidate but is done in the current image.
    BROKEN,
    /// The task is done, but twice without the skill, which is used for it in the current image.
    DISPLACED,
    /// The task fails in the current image as well, which says nothing about the new skill.
    BROKEN_BEFORE,
    /// The task failed at the first trial, or was done without the skill. It is repeated in pairs.
    SUSPECT
  }

  /// @param trials the trials with the new skill, followed by the trial in the current image
  ///   without it
  public record Tried(String task, Fate fate, List<Trial> trials) {
    public Tried {
      trials = List.copyOf(trials);
    }

    /// Reads a record. In older records, runs and grades were separate lists.
    @JsonCreator
    static Tried read(
        @JsonProperty("task") String task,
        @JsonProperty("fate") Fate fate,
        @JsonProperty("trials") @Nullable List<Trial> trials,
        @JsonProperty("runs") @Nullable List<TaskRun> runs,
        @JsonProperty("grades") @Nullable List<Grade> grades) {
      return trials != null || runs == null || grades == null
          ? new Tried(task, fate, trials == null ? List.of() : trials)
          : new Tried(task, fate, joined(runs, grades));
    }

    /// Joins runs and grades of older records. The first two are trials in the candidate; a third
    /// one is in the current image.
    private static List<Trial> joined(List<TaskRun> runs, List<Grade> grades) {
      List<Trial> trials = new ArrayList<>();
      for (int i = 0; i < runs.size(); i++) {
        trials.add(
            new Trial(
                runs.get(i).task(),
                i < 2 ? Trial.Arm.WITH : Trial.Arm.WITHOUT,
                Trial.Phase.OFFLINE,
                i < 2 ? i + 1 : 1,
                runs.get(i),
                Optional.of(grades.get(i))));
      }
      return trials;
    }
  }

  public Regression {
    tasks = List.copyOf(tasks);
  }

  /// Returns the tasks that have to be repeated in pairs.
  public List<String> suspects() {
    return tasks.stream().filter(each -> each.fate() == Fate.SUSPECT).map(Tried::task).toList();
  }

  /// Returns one sentence for each task that regressed.
  public List<String> sentences() {
    return tasks.stream()
        .filter(each -> each.fate() == Fate.BROKEN || each.fate() == Fate.DISPLACED)
        .map(
            each ->
                each.fate() == Fate.BROKEN
                    ? "\"%s\" no longer does its task %s.".formatted(skill, each.task())
                    : "\"%s\" is no longer chosen for its task %s.".formatted(skill, each.task()))
        .toList();
  }
}
