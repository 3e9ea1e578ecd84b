package dev.assay.web.errors;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Fault;
import dev.assay.skill.FreeSpace;
import dev.assay.skill.LoggedFailure;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.Map;
import java.util.Optional;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.CannotCreateTransactionException;

/// Maps exceptions to problems, and problems to HTTP statuses.
public final class Problems {
  private static final Logger log = LoggerFactory.getLogger(Problems.class);

  private static final String DATABASE_DISK_FULL = "53100";
  private static final String TOO_MANY_CONNECTIONS = "53300";
  private static final int BUSY_SECONDS = 2;

  private Problems() {}

  /// Returns the problem of an exception. An unexpected exception is logged here and reported
  /// without details.
  public static AssayException of(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof AssayException ours) {
        if (ours.code().publicWords().isPresent() || isOurs(ours)) {
          LoggedFailure shown = LoggedFailure.of(ours);
          log.warn("{}", shown.line(), shown.trace());
        }
        return ours;
      }
      Optional<AssayException> malformed = Malformed.find(cause);
      if (malformed.isPresent()) {
        return malformed.get();
      }
      if (cause instanceof InvalidParameterException form) {
        return form.getErrorCode() == HttpStatus.CONTENT_TOO_LARGE.value()
            ? new AssayException(ErrorCode.FILE_TOO_LARGE, "What was sent is too large.", form)
            : new AssayException(ErrorCode.BAD_REQUEST, "The form cannot be read.", form);
      }
      if (isDiskFull(cause)) {
        log.error("The disk is full: {}", cause.getMessage());
        return new AssayException(ErrorCode.STORAGE_FULL, FreeSpace.FULL, failure);
      }
      if (isDatabaseLost(cause) && isOverloaded(cause)) {
        log.warn("Refused because too much is asked at once: {}", failure.getMessage());
        return new AssayException(
            ErrorCode.TOO_BUSY,
            "The server has more to do than it can. Try again in a moment.",
            Map.of("retry_after_seconds", BUSY_SECONDS),
            failure);
      }
      if (isDatabaseLost(cause)) {
        log.warn("The database does not answer: {}", cause.getMessage());
        return new AssayException(
            ErrorCode.DATABASE_UNAVAILABLE,
            "The database does not answer. Try again in a few seconds.",
            failure);
      }
    }
    log.error("A request failed unexpectedly", failure);
    return new AssayException(
        ErrorCode.INTERNAL_ERROR,
        "Something went wrong on the server. Its log has the particulars under the request's id.",
        Map.of(),
        failure);
  }

  /// Returns the message for the caller. Admins get the full message. Others get nothing about the
  /// host or providers.
  public static String words(AssayException problem) {
    return isForAdmin() ? problem.reason() : problem.publicReason();
  }

  /// Returns the details for the caller.
  static Map<String, Object> details(AssayException problem) {
    boolean detailed = isForAdmin() || problem.code().publicWords().isEmpty();
    return detailed ? problem.details() : Map.of();
  }

  private static boolean isForAdmin() {
    Authentication caller = SecurityContextHolder.getContext().getAuthentication();
    return caller != null
        && caller.getAuthorities().stream()
            .anyMatch(right -> "ROLE_ADMIN".equals(right.getAuthority()));
  }

  public static HttpStatus statusOf(AssayException problem) {
    return statusOf(problem.code());
  }

  public static HttpStatus statusOf(ErrorCode code) {
    return switch (code) {
      case UNAUTHORIZED -> HttpStatus.UNAUTHORIZED;
      case FORBIDDEN -> HttpStatus.FORBIDDEN;
      case NOT_FOUND,
          CONVERSATION_NOT_FOUND,
          PROJECT_NOT_FOUND,
          SKILL_NOT_FOUND,
          IMAGE_NOT_FOUND,
          SANDBOX_NOT_FOUND,
          RUN_NOT_FOUND,
          SANDBOX_FILE_NOT_FOUND,
          ACCOUNT_NOT_FOUND,
          TOKEN_NOT_FOUND ->
          HttpStatus.NOT_FOUND;
      case BAD_REQUEST,
          PASSWORD_NOT_ACCEPTED,
          INVALID_ZIP,
          INVALID_SKILL_FORMAT,
          INVALID_STATUS_TRANSITION,
          VALIDATION_NOT_COMPLETED,
          REHEARSAL_NOT_ACKNOWLEDGED,
          HELD_NOT_ACKNOWLEDGED,
          SANDBOX_UNSUPPORTED,
          SANDBOX_FILE_REFUSED,
          SANDBOX_COMMAND_REFUSED ->
          HttpStatus.BAD_REQUEST;
      case STORAGE_FULL -> HttpStatus.INSUFFICIENT_STORAGE;
      case METHOD_NOT_ALLOWED -> HttpStatus.METHOD_NOT_ALLOWED;
      case NOT_ACCEPTABLE -> HttpStatus.NOT_ACCEPTABLE;
      case UNSUPPORTED_MEDIA_TYPE -> HttpStatus.UNSUPPORTED_MEDIA_TYPE;
      case FILE_TOO_LARGE, QUOTA_EXCEEDED -> HttpStatus.CONTENT_TOO_LARGE;
      case ACCOUNT_ALREADY_EXISTS,
          SKILL_ALREADY_EXISTS,
          IMAGE_CHANGED,
          ARCHITECTURE_MISMATCH,
          VALIDATION_IN_PROGRESS,
          LAST_ADMIN,
          TURN_IN_PROGRESS,
          PROJECT_ALREADY_EXISTS,
          WORKDIR_BUSY,
          CALL_IS_OVER,
          TOO_MANY_CONVERSATIONS,
          RUN_NOT_RESUMABLE ->
          HttpStatus.CONFLICT;
      case TOO_BUSY, TOO_MANY_ATTEMPTS, MODEL_BUDGET_SPENT -> HttpStatus.TOO_MANY_REQUESTS;
      case DATABASE_UNAVAILABLE,
          IDENTITY_PROVIDER_UNAVAILABLE,
          BLOB_STORE_FAILED,
          SANDBOX_UNAVAILABLE,
          SANDBOX_FAILED,
          SANDBOX_GONE,
          SANDBOX_NOT_OFFLINE,
          MODEL_UNAVAILABLE,
          API_NOT_SERVED,
          BUS_UNAVAILABLE,
          MODEL_ANSWER_UNUSABLE,
          MODEL_REFUSED ->
          HttpStatus.SERVICE_UNAVAILABLE;
      case CONFIGURATION_INVALID,
          HOME_UNUSABLE,
          SERVER_ALREADY_RUNNING,
          MACHINE_UNSUITABLE,
          PORT_IN_USE,
          DATABASE_INCOMPATIBLE,
          SERVER_UNREACHABLE,
          SERVER_FAILED,
          REQUEST_REFUSED,
          VALIDATION_ERROR,
          STORED_FILES_DAMAGED,
          INTERNAL_ERROR ->
          HttpStatus.INTERNAL_SERVER_ERROR;
    };
  }

  private static boolean isOurs(AssayException problem) {
    return problem.getCause() != null && problem.fault() != Fault.SUBMITTER;
  }

  private static boolean isDiskFull(Throwable cause) {
    return switch (cause) {
      case SQLException sql -> DATABASE_DISK_FULL.equals(sql.getSQLState());
      case IOException io -> String.valueOf(io.getMessage()).contains("No space left on device");
      default -> false;
    };
  }

  /// Tests whether the admission to the pool, or the database itself, is at its limit.
  private static boolean isOverloaded(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && TOO_MANY_CONNECTIONS.equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDatabaseLost(Throwable cause) {
    return switch (cause) {
      case CannotGetJdbcConnectionException lost -> true;
      case CannotCreateTransactionException lost -> true;
      case DataAccessResourceFailureException lost -> true;
      case TransientDataAccessException lost -> true;
      case SQLTransientException lost -> true;
      case SQLException sql -> {
        String state = sql.getSQLState();
        yield state != null && (state.startsWith("08") || state.startsWith("57P"));
      }
      default -> false;
    };
  }
}
