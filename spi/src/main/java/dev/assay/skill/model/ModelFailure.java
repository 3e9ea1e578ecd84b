package dev.assay.skill.model;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A failure to get a usable answer from a model. It is never a result and never a score.
/// `MODEL_UNAVAILABLE` and `MODEL_ANSWER_UNUSABLE` are worth a retry, `MODEL_REFUSED` (key, name,
/// request) is not.
public final class ModelFailure extends AssayException {
  /// A detail: the number of milliseconds (a `Long`) before the provider wants the next request.
  public static final String RETRY_AFTER = "retry_after_ms";

  /// A detail that is present if the request was longer than the model can read.
  public static final String CONTEXT_TOO_LONG = "context_too_long";

  /// A detail: the party at fault, as the word of a [FaultOwner].
  public static final String OWNER = "owner";

  /// A detail: the cause, in a word that programs can compare.
  public static final String CAUSE = "cause";

  public ModelFailure(ErrorCode code, String message) {
    this(code, message, Map.of(), null);
  }

  public ModelFailure(
      ErrorCode code, String message, Map<String, ?> details, @Nullable Throwable cause) {
    super(code, message, details, cause);
  }

  /// The party at fault; the model unless the exception names another.
  public FaultOwner owner() {
    Object word = details().get(OWNER);
    for (FaultOwner owner : FaultOwner.values()) {
      if (owner.word().equals(word)) {
        return owner;
      }
    }
    return FaultOwner.MODEL;
  }

  /// The cause in a word; empty if it is not known.
  public String causeWord() {
    return details().get(CAUSE) instanceof String word ? word : "";
  }
}
