package dev.assay.cli.doctor;

import java.util.Locale;

/// One thing this machine has or lacks: what was found, and what to do about it.
record Diagnosis(String subject, State state, String finding, String remedy) {

  enum State {
    OK,
    /// Something that is not the main job does not work.
    LIMITED,
    /// Skills cannot be proved on this machine.
    MISSING;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Diagnosis ok(String subject, String finding) {
    return new Diagnosis(subject, State.OK, finding, "");
  }

  static Diagnosis limited(String subject, String finding, String remedy) {
    return new Diagnosis(subject, State.LIMITED, finding, remedy);
  }

  static Diagnosis missing(String subject, String finding, String remedy) {
    return new Diagnosis(subject, State.MISSING, finding, remedy);
  }
}
