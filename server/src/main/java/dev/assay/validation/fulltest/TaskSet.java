package dev.assay.validation.fulltest;

import dev.assay.skill.task.Task;
import java.util.ArrayList;
import java.util.List;

/// The tasks of one skill in a full test.
///
/// @param saved the tasks of its admission
/// @param written the new tasks
/// @param problem the reason why there are too few tasks; empty otherwise
public record TaskSet(List<Task> saved, List<Task> written, String problem) {
  public TaskSet {
    saved = List.copyOf(saved);
    written = List.copyOf(written);
  }

  List<Task> all() {
    List<Task> all = new ArrayList<>(saved);
    all.addAll(written);
    return all;
  }
}
