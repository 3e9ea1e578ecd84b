package dev.assay.validation;

import dev.assay.workflow.RunRecord;

/// What a run about a skill is for.
public enum Purpose {
  VALIDATION,
  /// A reviewer said yes, and it is tested once more on the current image.
  APPROVAL,
  /// An image without it is built.
  REMOVAL;

  public static Purpose of(RunRecord run) {
    return switch (run.kind()) {
      case ApprovalStory.KIND -> APPROVAL;
      case RemovalStory.KIND -> REMOVAL;
      default -> VALIDATION;
    };
  }
}
