package dev.assay.skill;

/// The stable codes of everything that can go wrong, as programs see them. A code is never renamed.
public enum ErrorCode {
  UNAUTHORIZED(Fault.POLICY),
  FORBIDDEN(Fault.POLICY),
  NOT_FOUND(Fault.SUBMITTER),
  BAD_REQUEST(Fault.SUBMITTER),
  METHOD_NOT_ALLOWED(Fault.SUBMITTER),
  NOT_ACCEPTABLE(Fault.SUBMITTER),
  UNSUPPORTED_MEDIA_TYPE(Fault.SUBMITTER),
  FILE_TOO_LARGE(Fault.SUBMITTER),
  ACCOUNT_ALREADY_EXISTS(Fault.SUBMITTER),
  PASSWORD_NOT_ACCEPTED(Fault.SUBMITTER),
  TOO_MANY_ATTEMPTS(Fault.POLICY),
  CONFIGURATION_INVALID(Fault.SUBMITTER),
  HOME_UNUSABLE(Fault.SUBMITTER),
  SERVER_ALREADY_RUNNING(Fault.SUBMITTER),
  PORT_IN_USE(Fault.CAPACITY),
  DATABASE_UNAVAILABLE(Fault.PROVIDER),
  DATABASE_INCOMPATIBLE(Fault.SUBMITTER),
  INTERNAL_ERROR(Fault.INTERNAL);

  private final Fault fault;

  ErrorCode(Fault fault) {
    this.fault = fault;
  }

  public Fault fault() {
    return fault;
  }
}
