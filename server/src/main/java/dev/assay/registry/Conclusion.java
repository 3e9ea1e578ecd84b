package dev.assay.registry;

import java.util.List;
import java.util.Map;

/// The conclusion of a validation.
public sealed interface Conclusion {
  /// The skill passed both layers.
  ///
  /// @param scores the scores as JSON
  /// @param findings the first findings in short form
  record Passed(String scores, boolean rehearsal, List<Map<String, Object>> findings)
      implements Conclusion {
    public Passed {
      findings = List.copyOf(findings);
    }

    public Passed(String scores, boolean rehearsal) {
      this(scores, rehearsal, List.of());
    }
  }

  /// The validation is done, but a person has to decide.
  ///
  /// @param reasons the reasons, one sentence each
  record Held(
      String scores, boolean rehearsal, List<String> reasons, List<Map<String, Object>> findings)
      implements Conclusion {
    public Held {
      findings = List.copyOf(findings);
      reasons = List.copyOf(reasons);
      if (reasons.isEmpty()) {
        throw new IllegalArgumentException("Nothing is held without a reason.");
      }
    }
  }

  /// @param scores the scores as JSON; empty if it failed before there were any
  record Failed(String scores, boolean rehearsal, List<Map<String, Object>> findings)
      implements Conclusion {
    public Failed {
      findings = List.copyOf(findings);
    }

    public Failed(String scores, boolean rehearsal) {
      this(scores, rehearsal, List.of());
    }
  }

  /// The run says nothing about the skill, and can be resumed or run again.
  record Inconclusive(String reason) implements Conclusion {}
}
