package dev.assay.agent.rehearsal;

import java.util.function.Predicate;

/// Something that is true or false of what was produced.
///
/// @param words the requirement as it is shown
/// @param substantial whether it proves something about the result; what holds whatever was done
///   does not
record Check(String words, boolean substantial, Predicate<ProducedText> rule) {
  boolean met(ProducedText evidence) {
    return rule.test(evidence);
  }

  /// The same, as something that proves nothing alone.
  Check minor() {
    return new Check(words, false, rule);
  }
}
