package dev.assay.agent;

import dev.assay.skill.AssayException;
import dev.assay.skill.transcript.Transcript;
import java.math.BigDecimal;
import java.time.Duration;

/// The outcome of an assignment. The transcript is there for every ending.
public record AgentRun(
    Ending ending, Transcript transcript, BigDecimal cost, Duration took, boolean rehearsal) {
  /// The way a run ended.
  public sealed interface Ending {
    /// The model gave its final answer.
    record Answered(String text) implements Ending {}

    record OutOfBudget(Budget.Limit which) implements Ending {}

    /// The transcript had what the caller waited for.
    record Stopped() implements Ending {}

    /// The thread was interrupted.
    record Cancelled() implements Ending {}

    /// The model or the platform failed. This says nothing about the work.
    record Failed(AssayException failure) implements Ending {}
  }
}
