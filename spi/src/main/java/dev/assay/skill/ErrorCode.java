package dev.assay.skill;

import java.util.Optional;

/// The stable error codes that programs see. A code is never renamed.
public enum ErrorCode {
  UNAUTHORIZED(Fault.POLICY),
  FORBIDDEN(Fault.POLICY),
  NOT_FOUND(Fault.SUBMITTER),
  BAD_REQUEST(Fault.SUBMITTER),
  METHOD_NOT_ALLOWED(Fault.SUBMITTER),
  NOT_ACCEPTABLE(Fault.SUBMITTER),
  UNSUPPORTED_MEDIA_TYPE(Fault.SUBMITTER),
  FILE_TOO_LARGE(Fault.SUBMITTER),
  INVALID_ZIP(Fault.SUBMITTER),
  INVALID_SKILL_FORMAT(Fault.SUBMITTER),
  SKILL_ALREADY_EXISTS(Fault.SUBMITTER),
  SKILL_NOT_FOUND(Fault.SUBMITTER),
  INVALID_STATUS_TRANSITION(Fault.SUBMITTER),
  VALIDATION_IN_PROGRESS(Fault.SUBMITTER),
  VALIDATION_NOT_COMPLETED(Fault.SUBMITTER),
  REHEARSAL_NOT_ACKNOWLEDGED(Fault.POLICY),
  HELD_NOT_ACKNOWLEDGED(Fault.POLICY),
  IMAGE_NOT_FOUND(Fault.SUBMITTER),
  IMAGE_CHANGED(Fault.SUBMITTER),
  ARCHITECTURE_MISMATCH(Fault.POLICY),
  VALIDATION_ERROR(Fault.INTERNAL, Words.SERVER),
  BLOB_STORE_FAILED(Fault.PROVIDER, Words.FILES),
  /// The stored files differ from what was admitted. A retry does not help.
  STORED_FILES_DAMAGED(Fault.PROVIDER, Words.DAMAGED),
  ACCOUNT_ALREADY_EXISTS(Fault.SUBMITTER),
  ACCOUNT_NOT_FOUND(Fault.SUBMITTER),
  LAST_ADMIN(Fault.POLICY),
  PASSWORD_NOT_ACCEPTED(Fault.SUBMITTER),
  TOKEN_NOT_FOUND(Fault.SUBMITTER),
  TOO_MANY_ATTEMPTS(Fault.POLICY),
  CONFIGURATION_INVALID(Fault.SUBMITTER, Words.SERVER),
  HOME_UNUSABLE(Fault.SUBMITTER, Words.SERVER),
  SERVER_ALREADY_RUNNING(Fault.SUBMITTER),
  MACHINE_UNSUITABLE(Fault.PROVIDER, Words.SERVER),
  PORT_IN_USE(Fault.CAPACITY),
  IDENTITY_PROVIDER_UNAVAILABLE(
      Fault.PROVIDER, "The identity provider does not answer. Try again in a minute."),
  DATABASE_UNAVAILABLE(Fault.PROVIDER, "The database does not answer. Try again in a few seconds."),
  DATABASE_INCOMPATIBLE(Fault.SUBMITTER, Words.SERVER),
  SERVER_UNREACHABLE(Fault.PROVIDER),
  SERVER_FAILED(Fault.PROVIDER),
  REQUEST_REFUSED(Fault.SUBMITTER),
  SANDBOX_UNAVAILABLE(Fault.PROVIDER, Words.SANDBOX),
  SANDBOX_FAILED(Fault.PROVIDER, Words.SANDBOX),
  SANDBOX_GONE(Fault.PROVIDER, Words.SANDBOX),
  SANDBOX_NOT_OFFLINE(Fault.PROVIDER, Words.SANDBOX),
  SANDBOX_UNSUPPORTED(Fault.SUBMITTER, Words.SANDBOX),
  SANDBOX_NOT_FOUND(Fault.SUBMITTER),
  SANDBOX_FILE_NOT_FOUND(Fault.SUBMITTER),
  SANDBOX_FILE_REFUSED(Fault.SUBMITTER),
  MODEL_UNAVAILABLE(Fault.PROVIDER, "The language model does not answer. Try again in a minute."),
  MODEL_ANSWER_UNUSABLE(
      Fault.PROVIDER, "The language model answered with something that cannot be used. Try again."),
  MODEL_REFUSED(Fault.POLICY, "The language model refuses what it is asked here. Ask an admin."),
  MODEL_BUDGET_SPENT(
      Fault.POLICY,
      "The budget for language models is spent. Try again tomorrow, or ask an admin."),
  SANDBOX_COMMAND_REFUSED(Fault.SUBMITTER),
  RUN_NOT_FOUND(Fault.SUBMITTER),
  RUN_NOT_RESUMABLE(Fault.SUBMITTER),
  CONVERSATION_NOT_FOUND(Fault.SUBMITTER),
  TOO_MANY_CONVERSATIONS(Fault.POLICY),
  TURN_IN_PROGRESS(Fault.SUBMITTER),
  PROJECT_NOT_FOUND(Fault.SUBMITTER),
  PROJECT_ALREADY_EXISTS(Fault.SUBMITTER),
  WORKDIR_BUSY(Fault.SUBMITTER),
  /// The tool call to be cancelled has ended already.
  CALL_IS_OVER(Fault.SUBMITTER),
  API_NOT_SERVED(Fault.POLICY),
  BUS_UNAVAILABLE(Fault.PROVIDER, "Messages cannot be passed on now. Try again in a minute."),
  TOO_BUSY(Fault.CAPACITY),
  QUOTA_EXCEEDED(Fault.POLICY),
  STORAGE_FULL(Fault.CAPACITY),
  INTERNAL_ERROR(Fault.INTERNAL, Words.SERVER);

  private final Fault fault;
  private final Optional<String> publicWords;

  ErrorCode(Fault fault) {
    this.fault = fault;
    this.publicWords = Optional.empty();
  }

  /// @param publicWords the replacement for messages that name addresses, paths or text of third
  ///   parties
  ErrorCode(Fault fault, String publicWords) {
    this.fault = fault;
    this.publicWords = Optional.of(publicWords);
  }

  private static final class Words {
    private static final String SERVER =
        "Something went wrong on the server. Its log has the particulars.";
    private static final String FILES =
        "The server cannot read or write its files. Try again; if it stays so, ask an admin.";
    private static final String DAMAGED =
        "What the platform stores of this is damaged, so nobody gets it. It has to be restored from"
            + " a backup, or uploaded again; an admin sees the particulars.";
    private static final String SANDBOX =
        "The platform failed: there is no working sandbox. Try again; if it stays so, ask an"
            + " admin.";
  }

  public Fault fault() {
    return fault;
  }

  /// The message for users of this installation who do not operate it. Empty if the real messages
  /// are fit for all of them.
  public Optional<String> publicWords() {
    return publicWords;
  }
}
