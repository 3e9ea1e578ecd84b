package dev.assay.validation.evidence;

import dev.assay.skill.task.Task;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/// Reads the stored results of a run's steps with their types. The names of these steps are defined
/// only here.
public final class KeptSteps {
  public static final String PREPARE = "prepare";
  public static final String INSTALL = "install";
  private static final String REGRESS = "regress ";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Map<String, String> kept = new LinkedHashMap<>();

  /// The kinds of attempts at a task, each with its step names for the trial and the judgement.
  public enum Attempt {
    ONLINE("online ", "judge "),
    /// A trial without the skill.
    BASELINE("baseline ", "judge-baseline "),
    OFFLINE("offline ", "judge-offline ");

    private final String done;
    private final String judged;

    Attempt(String done, String judged) {
      this.done = done;
      this.judged = judged;
    }

    public String done(String task) {
      return done + task;
    }

    public String judged(String task) {
      return judged + task;
    }
  }

  /// Adds the result of a step, as JSON.
  public void add(String step, String result) {
    kept.put(step, result);
  }

  /// @param number the number of the batch, from 1
  public static String tasks(int number) {
    return number == 1 ? "tasks" : "tasks " + number;
  }

  public static String regress(String skill) {
    return REGRESS + skill;
  }

  public Optional<Setup> setup() {
    return find(PREPARE, Setup.class);
  }

  public Optional<Installed> installed() {
    return find(INSTALL, Installed.class);
  }

  /// Returns the written tasks: three, or as many batches as the level of proof used.
  public List<Task> tasks() {
    List<Task> tasks = new ArrayList<>();
    for (int number = 1; kept.containsKey(tasks(number)); number++) {
      find(tasks(number), Tasks.class).ifPresent(batch -> tasks.addAll(batch.tasks()));
    }
    return tasks;
  }

  public Optional<TaskRun> done(Executor by, Attempt attempt, String task) {
    return find(by.step(attempt.done(task)), TaskRun.class);
  }

  public Optional<Grade> judged(Executor by, Attempt attempt, String task) {
    return find(by.step(attempt.judged(task)), Grade.class);
  }

  public List<Regression> regressions() {
    return find(REGRESS, "", Regression.class);
  }

  /// Returns the results of all steps whose names have this beginning and end, in the order in
  /// which they were added.
  public <T> List<T> find(String begin, String end, Class<T> type) {
    return kept.keySet().stream()
        .filter(name -> name.startsWith(begin) && name.endsWith(end))
        .flatMap(name -> find(name, type).stream())
        .toList();
  }

  public <T> Optional<T> find(String step, Class<T> type) {
    return Optional.ofNullable(kept.get(step)).map(json -> JSON.readValue(json, type));
  }
}
