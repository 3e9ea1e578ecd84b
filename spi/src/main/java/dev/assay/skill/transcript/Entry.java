package dev.assay.skill.transcript;

import dev.assay.skill.model.Original;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// One thing that happened. Every entry knows when.
public sealed interface Entry {
  Instant when();

  /// Instructions for the agent.
  record Instructed(Instant when, String text) implements Entry {}

  /// What it was asked.
  record Asked(Instant when, String text) implements Entry {}

  /// What the model answered.
  ///
  /// @param original the same as its provider wants it back
  record Replied(
      Instant when,
      String text,
      List<ToolCall> calls,
      String model,
      Usage usage,
      Duration took,
      Original original)
      implements Entry {
    public Replied {
      calls = List.copyOf(calls);
    }

    public Replied(
        Instant when, String text, List<ToolCall> calls, String model, Usage usage, Duration took) {
      this(when, text, calls, model, usage, took, Original.NONE);
    }
  }

  /// A tool was used.
  ///
  /// @param result as the model was shown it
  /// @param failed whether the result is an error
  record Used(Instant when, ToolCall call, String result, boolean failed, Duration took)
      implements Entry {}

  /// A sub-agent worked; its own transcript is whole.
  record Delegated(Instant when, ToolCall call, Transcript transcript) implements Entry {}

  /// Something the loop did: a retry, a compaction, the end of a budget.
  record Noted(Instant when, String text) implements Entry {}
}
