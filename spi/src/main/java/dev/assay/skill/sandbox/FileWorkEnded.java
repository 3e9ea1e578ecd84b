package dev.assay.skill.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.Map;

/// A file operation in a sandbox was ended or hindered: by a process inside, perhaps on purpose, by
/// a limit or by its timeout. Unlike a refusal it says nothing about the path.
public final class FileWorkEnded extends AssayException {
  public FileWorkEnded(String path, Outcome outcome) {
    super(
        ErrorCode.SANDBOX_FAILED,
        "The work on " + path + " in the sandbox was ended before it was done: " + outcome + ".",
        Map.of("path", path));
  }
}
