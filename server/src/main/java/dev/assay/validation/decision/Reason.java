package dev.assay.validation.decision;

/// A reason for a failure: a stable code and a sentence.
public record Reason(Code code, String message) {
  public enum Code {
    DEPENDENCY_INSTALL_FAILED,
    DEPENDENCY_UNDECLARED,
    ONLINE_VALIDATION_FAILED,
    SCORE_TOO_LOW,
    OFFLINE_REQUIRED,
    DEPENDENCY_CONFLICT,
    REGRESSION_FAILED,
    NO_LIFT,
    GRABS_OTHER_TASKS,
    HARMS_FILES,
    NETWORK_UNDECLARED
  }
}
