package dev.assay.agent.rehearsal;

import java.util.function.Predicate;

/// Something that is true or false of what was produced.
///
/// @param words the requirement as it is told
/// @param substantial whether it says something about the result; an exit code of 0 says nothing
record Check(String words, boolean substantial, Predicate<Evidence> rule) {
  boolean met(Evidence evidence) {
    return rule.test(evidence);
  }
}
