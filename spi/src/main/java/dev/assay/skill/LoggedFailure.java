package dev.assay.skill;

import org.jspecify.annotations.Nullable;

/// A failure as a log shows it: a line for what is known to happen, with what it came from; and a
/// stack trace only for what was not expected.
///
/// @param trace the last argument of the call to the logger, where nothing means no trace
public record LoggedFailure(String line, @Nullable Throwable trace) {
  private static final int MOST_CAUSES = 3;

  public static LoggedFailure of(Throwable failure) {
    return failure instanceof AssayException known && known.fault() != Fault.INTERNAL
        ? known(known.code() + ": " + known.reason(), known)
        : new LoggedFailure(failure.toString(), failure);
  }

  /// One that whoever calls knows to happen, whatever its type.
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
