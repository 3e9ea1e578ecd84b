package dev.assay.web;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The rules by which old records are removed.
public interface RetentionRules {
  /// Lists the records that a removal would delete now. It deletes nothing.
  List<Rule> preview();

  /// @param what the kind of records
  /// @param keep the retention period; empty if the records are kept for ever
  /// @param due the expired records, the oldest first, at most a thousand
  record Rule(String what, String setting, Optional<Duration> keep, List<Due> due) {
    public Rule {
      due = List.copyOf(due);
    }
  }

  /// @param name the name shown to people; for a conversation only its id, because its content is
  ///   private to its owner
  record Due(String id, String name, Instant since) {}
}
