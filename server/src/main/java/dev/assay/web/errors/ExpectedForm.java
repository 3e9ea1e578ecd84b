package dev.assay.web.errors;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Describes the expected form of a value for the caller who sent another one.
final class ExpectedForm {
  private ExpectedForm() {}

  /// @param type the type of the value; null if it is unknown
  static String of(@Nullable Class<?> type) {
    if (type == null) {
      return "Send it in the form that the description of the interface names.";
    }
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return "Send a whole number, for example 20.";
    }
    if (Number.class.isAssignableFrom(type) || type == double.class) {
      return "Send a number, for example 0.5.";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "Send true or false.";
    }
    if (type == UUID.class) {
      return "Send an id, for example 7f9c2ba4-e88f-4a7c-9d3b-1c2d3e4f5a6b.";
    }
    if (type == Instant.class) {
      return "Send a moment in ISO 8601, for example 2026-01-31T08:00:00Z.";
    }
    if (type.isEnum()) {
      return "Send one of: "
          + Arrays.stream(type.getEnumConstants())
              .map(each -> ((Enum<?>) each).name().toLowerCase(Locale.ROOT))
              .collect(Collectors.joining(", "))
          + ".";
    }
    if (type == String.class) {
      return "Send a text, for example \"name\".";
    }
    if (type.isArray() || Collection.class.isAssignableFrom(type)) {
      return "Send a list, for example [\"name\"].";
    }
    return Map.class.isAssignableFrom(type) || type.isRecord()
        ? "Send an object, for example {\"name\": \"value\"}."
        : "Send it in the form that the description of the interface names.";
  }
}
