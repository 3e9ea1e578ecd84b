package dev.assay.agent;

import dev.assay.skill.model.ChatRequest.JsonShape;

/// What an answer must be to be believed.
///
/// @param schema a JSON schema of an object; an answer that breaks it is sent back
/// @param reader makes the value of JSON that fits the schema
public record AnswerShape<T>(String name, String schema, Reader<T> reader) {
  /// Reads JSON text that fits the schema.
  @FunctionalInterface
  public interface Reader<T> {
    /// @throws IllegalArgumentException with words for the model, if the answer breaks a rule no
    ///   schema can say
    T read(String json);
  }

  public JsonShape json() {
    return new JsonShape(name, schema);
  }
}
