package dev.assay.skill.transcript;

import dev.assay.skill.model.Original;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// An event in a transcript, with its time.
public sealed interface Entry {
  Instant when();

  /// Instructions for the agent.
  record Instructed(Instant when, String text) implements Entry {}

  /// A request to the agent.
  record Asked(Instant when, String text) implements Entry {}

  /// A reply of the model.
  ///
  /// @param original the same in the form its provider wants back
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
  /// @param result the result as the model was shown it
  /// @param failed true if the result is an error
  record Used(Instant when, ToolCall call, String result, boolean failed, Duration took)
      implements Entry {}

  /// A sub-agent worked; the entry has its whole transcript.
  record Delegated(Instant when, ToolCall call, Transcript transcript) implements Entry {}

  /// An action of the loop: a retry, a compaction, the end of a budget.
  record Noted(Instant when, String text) implements Entry {}
}
