package dev.assay.skill.model;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A model gave no usable answer. Never a result and never a score: `MODEL_UNAVAILABLE` and
/// `MODEL_ANSWER_UNUSABLE` are worth another try, `MODEL_REFUSED` (key, name, request) is not.
public final class ModelFailure extends AssayException {
  /// A detail: how many milliseconds (a `Long`) the provider wants to be left alone.
  public static final String RETRY_AFTER = "retry_after_ms";

  /// A detail that is there when the request was longer than the model can read.
  public static final String CONTEXT_TOO_LONG = "context_too_long";

  /// A detail: whose fault it is, as the word of a [FaultOwner].
  public static final String OWNER = "owner";

  /// A detail: what happened, in a word that programs can compare.
  public static final String CAUSE = "cause";

  public ModelFailure(ErrorCode code, String message) {
    this(code, message, Map.of(), null);
  }

  public ModelFailure(
      ErrorCode code, String message, Map<String, ?> details, @Nullable Throwable cause) {
    super(code, message, details, cause);
  }

  /// Whose fault it is. What nobody claimed is the model's.
  public FaultOwner owner() {
    Object word = details().get(OWNER);
    for (FaultOwner owner : FaultOwner.values()) {
      if (owner.word().equals(word)) {
        return owner;
      }
    }
    return FaultOwner.MODEL;
  }

  /// What happened, in a word; empty if nobody said.
  public String causeWord() {
    return details().get(CAUSE) instanceof String word ? word : "";
  }
}
