package dev.assay.skill.model;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A model gave no usable answer. Never a result and never a score: `MODEL_UNAVAILABLE` and
/// `MODEL_ANSWER_UNUSABLE` are worth another try, `MODEL_REFUSED` (key, name, request) is not.
public final class ModelFailure extends AssayException {
  public ModelFailure(ErrorCode code, String message) {
    this(code, message, Map.of(), null);
  }

  public ModelFailure(
      ErrorCode code, String message, Map<String, ?> details, @Nullable Throwable cause) {
    super(code, message, details, cause);
  }
}
