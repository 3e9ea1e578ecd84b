package dev.assay.web.api;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import org.jspecify.annotations.Nullable;

/// Checks the required fields of a body.
final class Required {
  private Required() {}

  static String text(@Nullable String value, String field) {
    if (value == null || value.isEmpty()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "The field \"%s\" is missing. Send it as text: {\"%s\": \"…\"}.".formatted(field, field));
    }
    return value;
  }
}
