package dev.assay.agent.rehearsal;

import java.util.function.Predicate;

/// A requirement of the products, which is met or not.
///
/// @param words the requirement as it is shown
/// @param substantial true if it proves something about the result; a requirement that every result
///   meets proves nothing
record Check(String words, boolean substantial, Predicate<ProducedText> rule) {
  boolean met(ProducedText evidence) {
    return rule.test(evidence);
  }

  /// The same requirement, as one that proves nothing alone.
  Check minor() {
    return new Check(words, false, rule);
  }
}
