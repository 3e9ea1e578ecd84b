package dev.assay.skill.audit;

import dev.assay.skill.Words;

/// What the audit log knows to have been done. Words are never renamed: old entries keep them.
public enum AuditAction {
  SKILL_UPLOADED,
  SKILL_REOPENED,
  EVALS_REPLACED,
  VALIDATION_REQUESTED,
  VALIDATION_RESUMED,
  VALIDATION_CANCELLED,
  VALIDATION_BEGAN,
  VALIDATION_PASSED,
  /// A skill in use passed once more.
  VALIDATION_CONFIRMED,
  VALIDATION_FAILED,
  VALIDATION_INCONCLUSIVE,
  SKILL_APPROVED,
  SKILL_REJECTED,
  SKILL_ROLLED_BACK,
  SKILL_RESTORED,
  SKILL_REPLACED,
  SKILL_DELETION_STOPPED,
  SKILL_DELETED,
  IMAGE_MADE,
  IMAGE_ROLLED_BACK,
  FULL_TEST_STARTED,
  FULL_TEST_RESUMED,
  FULL_TEST_CANCELLED,
  FULL_TEST_ENDED,
  CALIBRATION_RECORDED,
  ACCOUNT_CREATED,
  ACCOUNT_ROLE_CHANGED,
  ACCOUNT_DISABLED,
  ACCOUNT_ENABLED,
  ACCOUNT_REMOVED,
  PASSWORD_RESET,
  PASSWORD_CHANGED,
  TOKEN_CREATED,
  TOKEN_REVOKED,
  SIGNED_IN,
  SIGN_IN_REFUSED,
  CONVERSATION_CREATED,
  CONVERSATION_DELETED,
  SANDBOX_DESTROYED,
  SETTINGS_CHANGED;

  /// The word for it in tables, JSON and on the command line.
  public String word() {
    return Words.of(this);
  }

  public static AuditAction ofWord(String word) {
    return Words.require(values(), AuditAction::word, "action", word);
  }
}
