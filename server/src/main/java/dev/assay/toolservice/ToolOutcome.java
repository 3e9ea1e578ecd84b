package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The outcome of a call: a result, and its success.
///
/// @param status `success`, `failed`, `canceled` or `timeout`
/// @param httpStatus 200, unless the tool could not perform the call
/// @param failure the reason why it could not
public record ToolOutcome(
    String status, Map<String, Object> result, int httpStatus, Optional<AssayException> failure) {
  private static final int RETRY_SECONDS = 5;

  static ToolOutcome success(Map<String, Object> result) {
    return ended("success", result);
  }

  static ToolOutcome ended(String status, Map<String, Object> result) {
    return new ToolOutcome(status, result, 200, Optional.empty());
  }

  /// The outcome of a call that was not even tried.
  public static ToolOutcome refused(AssayException failure) {
    return failed(failure, failure.publicReason());
  }

  /// @param shown the words of a failure for its reader
  static ToolOutcome failed(AssayException failure, String shown) {
    Kind kind = kind(failure.code());
    Map<String, Object> result = new LinkedHashMap<>(error(kind, shown));
    if (!failure.details().isEmpty() && failure.code().publicWords().isEmpty()) {
      result.put("error_detail", failure.details());
    }
    return new ToolOutcome("failed", result, kind.status, Optional.of(failure));
  }

  /// The wait before the next attempt, for a call that found no room.
  public int retryAfterSeconds() {
    return failure
        .map(each -> each.details().get("retry_after_seconds"))
        .filter(Integer.class::isInstance)
        .map(Integer.class::cast)
        .orElse(RETRY_SECONDS);
  }

  /// The fields of a result after a failure.
  static Map<String, Object> error(Kind kind, String message) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("code", kind.code);
    error.put("message", message);
    error.put("source", "skills");
    error.put("http_status", kind.status);
    error.put("retryable", kind.retryable);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("error_code", kind.code);
    fields.put("error_message", message);
    fields.put("error", error);
    return fields;
  }

  /// The kinds of failures that callers distinguish.
  enum Kind {
    BAD_REQUEST("bad_request", 400, false),
    AUTH_FAILED("auth_failed", 403, false),
    NOT_FOUND("not_found", 404, false),
    CONFLICT("conflict", 409, true),
    TOO_BUSY("upstream_unavailable", 429, true),
    UPSTREAM_UNAVAILABLE("upstream_unavailable", 503, true),
    TOOL_TIMEOUT("tool_timeout", 504, false),
    INTERNAL_ERROR("internal_error", 500, false);

    private final String code;
    private final int status;
    private final boolean retryable;

    Kind(String code, int status, boolean retryable) {
      this.code = code;
      this.status = status;
      this.retryable = retryable;
    }
  }

  private static Kind kind(ErrorCode code) {
    return switch (code) {
      case WORKDIR_BUSY -> Kind.CONFLICT;
      case FORBIDDEN, UNAUTHORIZED -> Kind.AUTH_FAILED;
      case NOT_FOUND, PROJECT_NOT_FOUND, SKILL_NOT_FOUND, IMAGE_NOT_FOUND, SANDBOX_FILE_NOT_FOUND ->
          Kind.NOT_FOUND;
      case TOO_BUSY -> Kind.TOO_BUSY;
      case STORED_FILES_DAMAGED -> Kind.INTERNAL_ERROR;
      default ->
          switch (code.fault()) {
            case SUBMITTER, POLICY -> Kind.BAD_REQUEST;
            case PROVIDER, CAPACITY -> Kind.UPSTREAM_UNAVAILABLE;
            case INTERNAL -> Kind.INTERNAL_ERROR;
          };
    };
  }
}
