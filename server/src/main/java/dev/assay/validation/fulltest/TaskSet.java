package dev.assay.validation.fulltest;

import dev.assay.skill.task.Task;
import java.util.ArrayList;
import java.util.List;

/// The tasks of one skill in one full test.
///
/// @param saved those it was admitted with
/// @param written new ones
/// @param problem why there are fewer than there should be; empty otherwise
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
