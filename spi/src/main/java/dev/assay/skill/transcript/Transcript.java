package dev.assay.skill.transcript;

import dev.assay.skill.model.Usage;
import java.util.List;

/// The events of an agent's run, oldest first.
public record Transcript(List<Entry> entries) {
  public Transcript {
    entries = List.copyOf(entries);
  }

  /// Tokens of all model calls, those of sub-agents included.
  public Usage usage() {
    Usage sum = Usage.NONE;
    for (Entry entry : entries) {
      sum =
          switch (entry) {
            case Entry.Replied replied -> sum.plus(replied.usage());
            case Entry.Delegated delegated -> sum.plus(delegated.transcript().usage());
            case Entry.Instructed _, Entry.Asked _, Entry.Used _, Entry.Noted _ -> sum;
          };
    }
    return sum;
  }
}
