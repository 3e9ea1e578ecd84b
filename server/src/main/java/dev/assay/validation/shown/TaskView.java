package dev.assay.validation.shown;

import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One task, online and offline, as far as it was done.
///
/// @param expected the expected result; empty if it cannot be known
public record TaskView(
    String id,
    String prompt,
    List<String> criteria,
    String expected,
    List<String> files,
    Optional<TrialView> online,
    Optional<TrialView> offline) {
  /// @param id the id of the task and, with several executors, the executor
  static TaskView of(
      Task task, String id, Optional<TrialView> online, Optional<TrialView> offline) {
    List<String> criteria = new ArrayList<>(task.criteria());
    task.expectations().stream().filter(each -> !criteria.contains(each)).forEach(criteria::add);
    return new TaskView(
        id,
        PageText.cut(task.prompt()),
        PageText.cut(criteria),
        PageText.cut(task.expected().orElse("")),
        task.files().stream().map(TaskFile::name).toList(),
        online,
        offline);
  }
}
