package dev.assay.registry;

import java.util.List;

/// What a validation came to.
public sealed interface Conclusion {
  /// Both layers passed.
  ///
  /// @param scores as JSON
  record Passed(String scores, boolean rehearsal) implements Conclusion {}

  /// Both layers are through, but a person has to decide.
  ///
  /// @param reasons why, one sentence each
  record Held(String scores, boolean rehearsal, List<String> reasons) implements Conclusion {
    public Held {
      reasons = List.copyOf(reasons);
      if (reasons.isEmpty()) {
        throw new IllegalArgumentException("Nothing is held without a reason.");
      }
    }
  }

  /// @param scores as JSON; empty if it failed before there were any
  record Failed(String scores, boolean rehearsal) implements Conclusion {}

  /// It says nothing about the skill, and can be resumed or run again.
  record Inconclusive(String reason) implements Conclusion {}
}
