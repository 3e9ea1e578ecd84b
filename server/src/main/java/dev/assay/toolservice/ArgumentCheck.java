package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Checks arguments against the part of JSON schema that the built-in tools use. A schema with
/// anything else is refused, so that no declared rule goes unchecked.
final class ArgumentCheck {
  private static final Set<String> KNOWN =
      Set.of(
          "type",
          "description",
          "default",
          "enum",
          "pattern",
          "minLength",
          "maxLength",
          "minimum",
          "maximum",
          "properties",
          "required",
          "additionalProperties",
          "propertyNames",
          "maxProperties",
          "items",
          "minItems",
          "maxItems");

  private ArgumentCheck() {}

  static void requireKnown(JsonNode schema) {
    if (!schema.isObject()) {
      return;
    }
    for (String keyword : schema.propertyNames()) {
      if (!KNOWN.contains(keyword)) {
        throw new IllegalStateException("a schema uses " + keyword + ", which is not checked");
      }
    }
    schema.path("properties").properties().forEach(each -> requireKnown(each.getValue()));
    requireKnown(schema.path("items"));
    requireKnown(schema.path("additionalProperties"));
    requireKnown(schema.path("propertyNames"));
  }

  /// @throws AssayException with `BAD_REQUEST` that names the argument and the expected value
  static void require(JsonNode schema, JsonNode value) {
    check(schema, value, "arguments");
  }

  private static void check(JsonNode schema, JsonNode value, String where) {
    switch (schema.path("type").asString()) {
      case "string" -> text(schema, value, where);
      case "integer" -> number(schema, value, where);
      case "array" -> list(schema, value, where);
      case "object" -> object(schema, value, where);
      default -> throw new IllegalStateException(where + " has a schema without a known type");
    }
  }

  private static void text(JsonNode schema, JsonNode value, String where) {
    need(value.isString(), where, "must be a text");
    String text = value.asString();
    int longest = schema.path("maxLength").asInt(Integer.MAX_VALUE);
    need(text.length() >= schema.path("minLength").asInt(0), where, "must not be empty");
    need(text.length() <= longest, where, "may have " + longest + " characters");
    need(text.indexOf('\0') < 0, where, "must not hold the character NUL");
    matches(schema, text, where);
    if (schema.has("enum")) {
      need(
          schema.path("enum").valueStream().anyMatch(each -> each.asString().equals(text)),
          where,
          "must be one of " + schema.path("enum"));
    }
  }

  private static void matches(JsonNode schema, String text, String where) {
    if (schema.has("pattern")) {
      String pattern = schema.path("pattern").asString();
      need(Pattern.matches(pattern, text), where, "must match " + pattern);
    }
  }

  private static void number(JsonNode schema, JsonNode value, String where) {
    need(value.isIntegralNumber() && value.canConvertToLong(), where, "must be a whole number");
    long least = schema.path("minimum").asLong(Long.MIN_VALUE);
    long most = schema.path("maximum").asLong(Long.MAX_VALUE);
    need(
        value.asLong() >= least && value.asLong() <= most,
        where,
        "must be from %d to %d".formatted(least, most));
  }

  private static void list(JsonNode schema, JsonNode value, String where) {
    need(value.isArray(), where, "must be a list");
    int most = schema.path("maxItems").asInt(Integer.MAX_VALUE);
    need(value.size() >= schema.path("minItems").asInt(0), where, "must not be empty");
    need(value.size() <= most, where, "may have " + most + " entries");
    for (int i = 0; i < value.size(); i++) {
      check(schema.path("items"), value.path(i), where + "[" + i + "]");
    }
  }

  private static void object(JsonNode schema, JsonNode value, String where) {
    need(value.isObject(), where, "must be an object");
    int most = schema.path("maxProperties").asInt(Integer.MAX_VALUE);
    need(value.size() <= most, where, "may have " + most + " entries");
    for (JsonNode name : schema.path("required")) {
      need(value.has(name.asString()), where, "must have \"" + name.asString() + "\"");
    }
    JsonNode others = schema.path("additionalProperties");
    for (Map.Entry<String, JsonNode> each : value.properties()) {
      JsonNode known = schema.path("properties").path(each.getKey());
      String place = where + "." + Visible.line(each.getKey(), 80);
      matches(schema.path("propertyNames"), each.getKey(), place);
      need(known.isObject() || others.isObject(), place, "is not known");
      check(known.isObject() ? known : others, each.getValue(), place);
    }
  }

  private static void need(boolean holds, String where, String what) {
    if (!holds) {
      throw new AssayException(ErrorCode.BAD_REQUEST, where + " " + what + ".");
    }
  }
}
