package dev.assay.web.console.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

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
      JsonNode task, String id, Optional<TrialView> online, Optional<TrialView> offline) {
    List<String> criteria = new ArrayList<>(StoredJson.texts(task, "criteria"));
    StoredJson.texts(task, "expectations").stream()
        .filter(each -> !criteria.contains(each))
        .forEach(criteria::add);
    List<String> files = new ArrayList<>();
    task.path("files").forEach(file -> files.add(StoredJson.text(file, "name")));
    return new TaskView(
        id,
        StoredJson.text(task, "prompt"),
        List.copyOf(criteria),
        StoredJson.text(task, "expected"),
        List.copyOf(files),
        online,
        offline);
  }
}
