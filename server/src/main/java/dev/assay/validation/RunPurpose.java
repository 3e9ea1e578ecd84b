package dev.assay.validation;

import dev.assay.workflow.RunRecord;

/// What a run about a skill is for.
public enum RunPurpose {
  VALIDATION,
  /// A reviewer approved it, and it is tested once more on the current image.
  APPROVAL,
  /// An image without it is built.
  REMOVAL;

  public static RunPurpose of(RunRecord run) {
    return switch (run.kind()) {
      case ApprovalWorkflow.KIND -> APPROVAL;
      case RemovalWorkflow.KIND -> REMOVAL;
      default -> VALIDATION;
    };
  }
}
