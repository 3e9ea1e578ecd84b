package dev.assay.cli.verdict;

import dev.assay.cli.terminal.ExitCode;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// How the command ends.
public sealed interface VerdictEnding {
  record Passed(JsonNode result) implements VerdictEnding {}

  record Failed(JsonNode result) implements VerdictEnding {}

  /// It neither passed nor failed; a reviewer decides.
  record Held(JsonNode result) implements VerdictEnding {}

  /// The server did not take the skill.
  ///
  /// @param errors each with `code`, `message`, `hint` and where known `file` and `line`
  record Refused(String code, String message, List<JsonNode> errors) implements VerdictEnding {
    public Refused {
      errors = List.copyOf(errors);
    }
  }

  /// @param remedy the next thing to do
  record Inconclusive(String reason, String remedy) implements VerdictEnding {}

  /// Nobody waited for the end.
  record Begun() implements VerdictEnding {}

  default int exitCode() {
    return switch (this) {
      case Passed _, Begun _ -> ExitCode.PASSED;
      case Failed _, Refused _ -> ExitCode.FAILED;
      case Held _, Inconclusive _ -> ExitCode.INCONCLUSIVE;
    };
  }

  default String word() {
    return switch (this) {
      case Passed _ -> "passed";
      case Failed _ -> "failed";
      case Held _ -> "held";
      case Refused _ -> "refused";
      case Inconclusive _ -> "inconclusive";
      case Begun _ -> "begun";
    };
  }
}
