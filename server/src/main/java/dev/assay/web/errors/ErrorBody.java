package dev.assay.web.errors;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.Map;

/// The body of an error for programs.
public record ErrorBody(ErrorCode code, String message, Map<String, Object> details) {
  static ErrorBody of(AssayException problem) {
    return new ErrorBody(problem.code(), Problems.words(problem), Problems.details(problem));
  }
}
