package dev.assay.validation;

import dev.assay.validation.scoring.Policy;
import dev.assay.validation.scoring.Weights;

/// What an administrator can set about validations.
///
/// @param completionWeight and the other weights add up to 100
/// @param threshold the overall score that passes
/// @param completionFloor a completion below it ends the run early
/// @param ownEnvironments whether each skill has its packages for itself
public record Rules(
    int completionWeight,
    int triggerWeight,
    int offlineWeight,
    int threshold,
    int completionFloor,
    boolean requireOffline,
    boolean strictDependencies,
    boolean ownEnvironments) {
  public static final Rules STANDARD = new Rules(50, 35, 15, 70, 50, false, false, false);

  Policy policy() {
    return new Policy(
        new Weights(completionWeight, triggerWeight, offlineWeight),
        threshold,
        completionFloor,
        requireOffline ? Policy.Offline.REQUIRED : Policy.Offline.REPORTED,
        strictDependencies ? Policy.Undeclared.STRICT : Policy.Undeclared.LENIENT,
        ownEnvironments ? Policy.Environment.PER_SKILL : Policy.Environment.SHARED);
  }
}
