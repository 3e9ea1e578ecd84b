package dev.assay.agent;

import dev.assay.agent.loop.Context;
import dev.assay.agent.loop.TranscriptWriter;
import java.time.Instant;

/// The state that the parts of one run of an agent share.
///
/// @param writer the writer of its transcript
/// @param context the messages that its model sees
/// @param start the time it began
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
