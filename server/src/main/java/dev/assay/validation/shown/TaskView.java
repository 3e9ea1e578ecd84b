package dev.assay.validation.shown;

import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One task, online beside offline, as far as it was done.
///
/// @param expected empty if it cannot be known
public record TaskView(
    String id,
    String prompt,
    List<String> criteria,
    String expected,
    List<String> files,
    Optional<TrialView> online,
    Optional<TrialView> offline) {
  /// @param id the task's, and with several executors who did it
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
