package dev.assay.skill.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import org.jspecify.annotations.Nullable;

/// The platform failed: the engine, not the command. Never a command's result, never mixed up with
/// one, often worth trying again.
public final class SandboxFailure extends AssayException {
  public SandboxFailure(ErrorCode code, String message) {
    super(code, message);
  }

  public SandboxFailure(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }
}
