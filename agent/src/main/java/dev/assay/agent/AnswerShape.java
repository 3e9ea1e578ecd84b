package dev.assay.agent;

import dev.assay.skill.model.ChatRequest.JsonShape;

/// The form an answer must have to be accepted.
///
/// @param schema a JSON schema of an object; an answer that breaks it is sent back
/// @param reader makes the value from JSON that fits the schema
public record AnswerShape<T>(String name, String schema, Reader<T> reader) {
  /// Reads JSON text that fits the schema.
  @FunctionalInterface
  public interface Reader<T> {
    /// @throws IllegalArgumentException with words for the model, if the answer breaks a rule that
    ///   the schema cannot express
    T read(String json);
  }

  public JsonShape json() {
    return new JsonShape(name, schema);
  }
}
