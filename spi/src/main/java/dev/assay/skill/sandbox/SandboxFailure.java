package dev.assay.skill.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import org.jspecify.annotations.Nullable;

/// A failure of the platform: of the engine, not of the command. It is never a command's result,
/// and a retry often helps.
public final class SandboxFailure extends AssayException {
  public SandboxFailure(ErrorCode code, String message) {
    super(code, message);
  }

  public SandboxFailure(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }
}
