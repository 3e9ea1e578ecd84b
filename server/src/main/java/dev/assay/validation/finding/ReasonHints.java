package dev.assay.validation.finding;

import dev.assay.validation.decision.Reason;

/// Returns the remedy for each reason.
final class ReasonHints {
  private ReasonHints() {}

  static String of(Reason.Code code) {
    return switch (code) {
      case DEPENDENCY_INSTALL_FAILED ->
          "Correct the name or the version that the skill declares, or ask whether the index has it.";
      case DEPENDENCY_UNDECLARED -> "Declare the packages, or do without.";
      case ONLINE_VALIDATION_FAILED -> "Mend what kept the tasks from being done; see above.";
      case SCORE_TOO_LOW -> "Mend what cost the most; see above and the scores.";
      case OFFLINE_REQUIRED -> "Bring along what it needs, and reach no host.";
      case DEPENDENCY_CONFLICT -> "Declare a range that suits everybody.";
      case REGRESSION_FAILED ->
          "Narrow the description if it takes work from another skill, or the packages it changes.";
      case NO_LIFT -> "Let it do what agents cannot do without it, or say so in its description.";
      case GRABS_OTHER_TASKS -> "Narrow the description to what the skill is for.";
      case HARMS_FILES ->
          "Write into the working folder; leave files, settings and programs of the user as they are, unless the task asks for them.";
      case NETWORK_UNDECLARED -> "Do without, or name the hosts in metadata.network.";
    };
  }
}
