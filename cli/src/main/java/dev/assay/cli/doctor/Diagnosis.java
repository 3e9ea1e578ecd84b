package dev.assay.cli.doctor;

import java.util.Locale;

/// The diagnosis of one requirement: its state, the finding and the remedy.
record Diagnosis(String subject, State state, String finding, String remedy) {

  enum State {
    OK,
    /// A secondary feature does not work.
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
