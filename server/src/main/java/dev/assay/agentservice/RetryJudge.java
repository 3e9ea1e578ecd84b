package dev.assay.agentservice;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Decides by rules whether a failed call is worth a retry. The output of tools is untrusted, so no
/// model is asked about it.
final class RetryJudge {
  static final int MOST = 3;

  private static final String READ_AGAIN =
      "Read the skill's instructions again with skills_load and compare the command and its"
          + " arguments with them before you call again.";

  private RetryJudge() {}

  /// The decision about a failed call.
  sealed interface Judgement {
    String reason();

    /// @param hint the advice for the model
    record Retry(String reason, String hint) implements Judgement {}

    record FailFast(String reason) implements Judgement {}

    default Map<String, Object> content(int failures) {
      Map<String, Object> content = new LinkedHashMap<>();
      switch (this) {
        case Retry retry -> {
          content.put("action", "retry");
          content.put("hint", retry.hint());
        }
        case FailFast _ -> content.put("action", "fail_fast");
      }
      content.put("reason", reason());
      content.put("failures", failures);
      return content;
    }
  }

  /// @param failures the number of consecutive failures of that tool, this one included
  static Judgement judge(String tool, JsonNode result, int failures) {
    String code = result.path("error_code").asString("");
    if (code.equals("auth_failed")) {
      return new Judgement.FailFast("The sender of the message may not call " + tool + ".");
    }
    if (failures > MOST) {
      return new Judgement.FailFast(
          "%s failed %d times in a row; it is not tried again.".formatted(tool, failures));
    }
    return switch (code) {
      case "conflict" ->
          new Judgement.Retry(
              "Something else runs in the working directory.",
              "Wait for it with skills_task_watch, or use another workdir or session_id.");
      case "upstream_unavailable", "internal_error" ->
          new Judgement.Retry(
              "The platform failed, not the command.", "Call once more with the same arguments.");
      case "tool_timeout" ->
          new Judgement.Retry(
              "It took too long.",
              "Give a larger timeout_sec, do less at once, or use skills_run_cmd_async.");
      case "not_found" ->
          new Judgement.Retry(
              "What was named is not there.",
              "Use names from the list of available skills and files that the skill names.");
      default ->
          new Judgement.Retry(
              code.isEmpty() ? "The command failed." : "The arguments were refused.", READ_AGAIN);
    };
  }
}
