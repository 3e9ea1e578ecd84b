package dev.assay.validation.evidence;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How an admitted skill fares in the candidate.
public record Regression(String skill, List<Tried> tasks) {
  /// What became of one of its saved tasks.
  public enum Fate {
    /// Done in the candidate.
    @JsonAlias("HELD") // in older records
    INTACT,
    /// Not done twice in the candidate, but done in the current image.
    BROKEN,
    /// Done, but twice without the skill, which is used for it in the current image.
    DISPLACED,
    /// Not done in the current image either, which says nothing about the new skill.
    BROKEN_BEFORE,
    /// Not done, or done without the skill, at the first try; tried again in pairs.
    SUSPECT
  }

  /// @param trials those with the new skill first, then the one in the current image without it
  public record Tried(String task, Fate fate, List<Trial> trials) {
    public Tried {
      trials = List.copyOf(trials);
    }

    /// Reads older records too, in which runs and grades stood beside each other.
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

    /// Two in the candidate at most; a third one was in the current image.
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

  /// Tasks that have to be tried again in pairs.
  public List<String> suspects() {
    return tasks.stream().filter(each -> each.fate() == Fate.SUSPECT).map(Tried::task).toList();
  }

  /// One sentence for each task that regressed.
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
