package dev.assay.validation.lab;

import dev.assay.agent.AgentRun;
import dev.assay.validation.evidence.TaskRun;
import java.util.Locale;

/// What the end of an agent's run means here.
final class Endings {
  private Endings() {}

  static String word(AgentRun.Ending ending) {
    return switch (ending) {
      case AgentRun.Ending.Answered _ -> "answered";
      case AgentRun.Ending.OutOfBudget over ->
          TaskRun.OUT_OF_BUDGET + ": " + over.which().name().toLowerCase(Locale.ROOT);
      case AgentRun.Ending.Cancelled _ -> "cancelled";
      case AgentRun.Ending.Failed failed -> "failed: " + failed.failure().code();
    };
  }

  static String answer(AgentRun.Ending ending) {
    return ending instanceof AgentRun.Ending.Answered answered ? answered.text() : "";
  }

  /// An agent that gave up or ran out of time has told something about the task; a platform that
  /// failed has not.
  static void requireTold(AgentRun.Ending ending) throws InterruptedException {
    switch (ending) {
      case AgentRun.Ending.Answered _, AgentRun.Ending.OutOfBudget _ -> {}
      case AgentRun.Ending.Cancelled _ -> throw new InterruptedException("the task was stopped");
      case AgentRun.Ending.Failed failed -> throw failed.failure();
    }
  }
}
