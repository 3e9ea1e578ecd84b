package dev.assay.web;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is removed because of its age.
public interface RetentionRules {
  /// What would be removed now; nothing is.
  List<Rule> preview();

  /// @param what is kept so long
  /// @param keep nothing goes if there is none
  /// @param due what is older, the oldest first, at most a thousand
  record Rule(String what, String setting, Optional<Duration> keep, List<Due> due) {
    public Rule {
      due = List.copyOf(due);
    }
  }

  /// @param name for people; of a conversation only its id, for what is said in it is its owner's
  ///   business
  record Due(String id, String name, Instant since) {}
}
