package dev.assay.validation.lab;

import dev.assay.agent.AgentRun;
import dev.assay.agent.Budget;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.evidence.TaskRun;
import java.util.Locale;

/// Interprets the end of an agent's run.
final class AgentEndings {
  private AgentEndings() {}

  static String word(AgentRun.Ending ending) {
    return switch (ending) {
      case AgentRun.Ending.Answered _ -> "answered";
      case AgentRun.Ending.OutOfBudget over ->
          TaskRun.OUT_OF_BUDGET + ": " + over.which().name().toLowerCase(Locale.ROOT);
      case AgentRun.Ending.Cancelled _ -> "cancelled";
      case AgentRun.Ending.Stopped _ -> "stopped at the first choice";
      case AgentRun.Ending.Failed failed -> "failed: " + failed.failure().code();
    };
  }

  static String answer(AgentRun.Ending ending) {
    return ending instanceof AgentRun.Ending.Answered answered ? answered.text() : "";
  }

  /// Requires an ending that says something about the task. An agent that gave up, or whose
  /// commands were too slow, does so. A failed platform or a slow model does not.
  static void requireTold(AgentRun.Ending ending) throws InterruptedException {
    switch (ending) {
      case AgentRun.Ending.Answered _, AgentRun.Ending.Stopped _ -> {}
      case AgentRun.Ending.OutOfBudget over -> requireSkills(over.which());
      case AgentRun.Ending.Cancelled _ -> throw new InterruptedException("the task was stopped");
      case AgentRun.Ending.Failed failed -> throw failed.failure();
    }
  }

  private static void requireSkills(Budget.Limit limit) {
    switch (limit) {
      case TURNS, TOKENS, COMMANDS -> {}
      case TIME, COST ->
          throw new AssayException(
              ErrorCode.VALIDATION_ERROR,
              "The model did not come to an end of a task in its time, of which the commands took"
                  + " only a part. Use a faster model, then resume.");
    }
  }
}
