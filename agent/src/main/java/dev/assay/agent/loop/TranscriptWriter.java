package dev.assay.agent.loop;

import dev.assay.skill.Uninterrupted;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Writes a transcript. Every entry goes to the sink at once, also while the thread is being
/// interrupted, because the evidence of a stopped run must be kept too.
public final class TranscriptWriter {
  private final Clock clock;
  private final Consumer<Entry> sink;
  private final List<Entry> entries = new ArrayList<>();

  public TranscriptWriter(Clock clock, Consumer<Entry> sink) {
    this.clock = clock;
    this.sink = sink;
  }

  public Instant now() {
    return clock.instant();
  }

  public void add(Entry entry) {
    entries.add(entry);
    Uninterrupted.run(() -> sink.accept(entry));
  }

  public void note(String text) {
    add(new Entry.Noted(now(), text));
  }

  public Transcript transcript() {
    return new Transcript(entries);
  }
}
