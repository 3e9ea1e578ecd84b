package dev.assay.cli.verdict;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.wire.Verdict;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The outcome of the command.
public sealed interface VerdictEnding {
  record Passed(Verdict result) implements VerdictEnding {}

  record Failed(Verdict result) implements VerdictEnding {}

  /// The skill neither passed nor failed. A reviewer decides.
  record Held(Verdict result) implements VerdictEnding {}

  /// The server refused the skill.
  ///
  /// @param errors the errors, each with `code`, `message`, `hint` and, if known, `file` and `line`
  record Refused(String code, String message, List<JsonNode> errors) implements VerdictEnding {
    public Refused {
      errors = List.copyOf(errors);
    }
  }

  /// @param remedy the next action for the user
  record Inconclusive(String reason, String remedy) implements VerdictEnding {}

  /// The validation began, and the command did not wait for its end.
  record Begun() implements VerdictEnding {}

  static VerdictEnding of(Verdict result) {
    return switch (result.outcome()) {
      case "passed" -> new Passed(result);
      case "held" -> new Held(result);
      default -> new Failed(result);
    };
  }

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
