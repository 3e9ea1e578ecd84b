package dev.assay.validation.evidence;

import dev.assay.skill.task.Task;
import java.util.List;
import java.util.UUID;

/// The tasks of a run.
///
/// @param transcript the transcript of their writing
public record Tasks(List<Task> tasks, UUID transcript) {
  public Tasks {
    tasks = List.copyOf(tasks);
  }
}
