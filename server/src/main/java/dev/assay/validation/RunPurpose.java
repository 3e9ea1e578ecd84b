package dev.assay.validation;

import dev.assay.workflow.RunRecord;

/// The purpose of a run about a skill.
public enum RunPurpose {
  VALIDATION,
  /// The skill was approved and is tested again on the current image.
  APPROVAL,
  /// An image without the skill is built.
  REMOVAL;

  public static RunPurpose of(RunRecord run) {
    return switch (run.kind()) {
      case ApprovalWorkflow.KIND -> APPROVAL;
      case RemovalWorkflow.KIND -> REMOVAL;
      default -> VALIDATION;
    };
  }
}
