package dev.assay.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A finding that explains a verdict in enough detail to act on it.
///
/// @param severity the severity: `error`, `warning` or `note`
/// @param file the path in the skill; null if the finding is about no file
/// @param line the line, from 1; null if it is unknown
/// @param seenIn the tasks or skills that show it
/// @param excerpt the output; null if there was none
/// @param hint the change that helps; null if none is known
/// @param command the command that repeats it
public record VerdictFinding(
    String code,
    String severity,
    String message,
    @Nullable String file,
    @Nullable Integer line,
    List<String> seenIn,
    @Nullable String excerpt,
    @Nullable String hint,
    String command) {
  public VerdictFinding {
    seenIn = List.copyOf(seenIn);
  }

  /// Tests whether the finding is a reason for a failure.
  public boolean refutes() {
    return severity.equals("error");
  }
}
