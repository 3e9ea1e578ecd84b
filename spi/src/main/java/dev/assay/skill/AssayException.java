package dev.assay.skill;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A failure that a person or a program will read. It has a stable code, and a message that names
/// the input, what was expected and the next thing to do.
public class AssayException extends RuntimeException {
  private final ErrorCode code;
  private final transient Map<String, Object> details;

  public AssayException(ErrorCode code, String message) {
    this(code, message, Map.of(), null);
  }

  public AssayException(ErrorCode code, String message, Map<String, ?> details) {
    this(code, message, details, null);
  }

  public AssayException(ErrorCode code, String message, @Nullable Throwable cause) {
    this(code, message, Map.of(), cause);
  }

  public AssayException(
      ErrorCode code, String message, Map<String, ?> details, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.details = Map.copyOf(details);
  }

  public ErrorCode code() {
    return code;
  }

  public Fault fault() {
    return code.fault();
  }

  /// The message, which is never null here.
  public String reason() {
    return String.valueOf(getMessage());
  }

  /// The message for callers who are not admins. Replaced by general words if the message may name
  /// addresses, paths or text of third parties.
  public String publicReason() {
    return code.publicWords().orElseGet(this::reason);
  }

  /// Machine-readable details; never a secret.
  public Map<String, Object> details() {
    return details;
  }
}
