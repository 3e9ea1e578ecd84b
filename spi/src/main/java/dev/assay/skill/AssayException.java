package dev.assay.skill;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A failure that a person or a program will read: a stable code, and a message that names the
/// input, what was expected and the next thing to do.
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

  /// The message, which an exception of ours always has.
  public String reason() {
    return String.valueOf(getMessage());
  }

  /// The message, or words in its place where it may name addresses, paths or what others said: for
  /// everybody who is no admin.
  public String publicReason() {
    return code.publicWords().orElseGet(this::reason);
  }

  /// Machine-readable particulars; never a secret.
  public Map<String, Object> details() {
    return details;
  }
}
