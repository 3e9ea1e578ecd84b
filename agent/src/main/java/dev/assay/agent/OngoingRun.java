package dev.assay.agent;

import dev.assay.agent.loop.Context;
import dev.assay.agent.loop.TranscriptWriter;
import java.time.Instant;

/// What the parts of one run of an agent share.
///
/// @param writer of its transcript
/// @param context what its model sees
/// @param start when it began
record OngoingRun(
    Agent agent,
    Assignment assignment,
    BudgetUse spent,
    AgentListener listener,
    TranscriptWriter writer,
    Context context,
    RunTools tools,
    Instant start) {
  void note(String text) {
    writer.note(text);
    listener.noted(text);
  }

  Instant now() {
    return agent.clock.instant();
  }
}
