package dev.assay.workflow.journal;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/// Values in their stored form. Everything outside ASCII is escaped, so that hostile text (NUL,
/// halves of surrogate pairs) can be stored as well.
public final class JournalJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private JournalJson() {}

  public static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JacksonException e) {
      throw new AssayException(
          ErrorCode.INTERNAL_ERROR,
          "A %s cannot be kept as JSON: %s"
              .formatted(value.getClass().getSimpleName(), e.getOriginalMessage()),
          e);
    }
  }

  public static <T> T read(String json, Class<T> type) {
    try {
      T value = MAPPER.readValue(json, type);
      if (value == null) {
        throw new AssayException(ErrorCode.INTERNAL_ERROR, "A kept value is null.");
      }
      return value;
    } catch (JacksonException e) {
      throw new AssayException(
          ErrorCode.INTERNAL_ERROR,
          "What was kept cannot be read as %s, perhaps it is of another version of Assay: %s"
              .formatted(type.getSimpleName(), e.getOriginalMessage()),
          e);
    }
  }
}
