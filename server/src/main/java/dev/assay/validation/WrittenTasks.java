package dev.assay.validation;

import dev.assay.skill.AssayException;
import dev.assay.validation.evidence.Tasks;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/// The tasks of one execution of a workflow. They are written once for all executors. If writing
/// fails, it fails for each executor in the same way.
final class WrittenTasks {
  private final Map<String, Tasks> written = new HashMap<>();
  private final Map<String, AssayException> failed = new HashMap<>();

  /// @param name the name of the step that writes the tasks
  Tasks load(String name, Supplier<Tasks> write) {
    if (failed.containsKey(name)) {
      throw failed.get(name);
    }
    if (!written.containsKey(name)) {
      try {
        written.put(name, write.get());
      } catch (AssayException e) {
        failed.put(name, e);
        throw e;
      }
    }
    return written.get(name);
  }

  /// Tests whether writing tasks caused the failure. Such a failure concerns all executors.
  boolean failedBy(AssayException failure) {
    return failed.containsValue(failure);
  }
}
