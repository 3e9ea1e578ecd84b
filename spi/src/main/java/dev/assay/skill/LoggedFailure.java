package dev.assay.skill;

import org.jspecify.annotations.Nullable;

/// A failure in the form for a log: a line with its causes for a known kind of failure, a stack
/// trace only for an unexpected one.
///
/// @param trace the last argument of the call to the logger; null for no stack trace
public record LoggedFailure(String line, @Nullable Throwable trace) {
  private static final int MOST_CAUSES = 3;

  public static LoggedFailure of(Throwable failure) {
    return failure instanceof AssayException known && known.fault() != Fault.INTERNAL
        ? known(known.code() + ": " + known.reason(), known)
        : new LoggedFailure(failure.toString(), failure);
  }

  /// A failure of any type that the caller expects.
  public static LoggedFailure known(Throwable failure) {
    return known(failure.toString(), failure);
  }

  private static LoggedFailure known(String what, Throwable failure) {
    StringBuilder line = new StringBuilder(what);
    Throwable cause = failure.getCause();
    for (int count = 0; cause != null && count < MOST_CAUSES; count++) {
      line.append(" <- ").append(cause);
      cause = cause.getCause();
    }
    return new LoggedFailure(line.toString(), null);
  }
}
