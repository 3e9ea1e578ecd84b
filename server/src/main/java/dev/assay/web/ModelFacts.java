package dev.assay.web;

/// The model that the agents of this installation use.
@FunctionalInterface
public interface ModelFacts {
  Thinking look();

  sealed interface Thinking {
    record Model(String name) implements Thinking {}

    /// Rules take the place of a model.
    record Rehearsal() implements Thinking {}

    /// A model is required but not configured. No skill can be validated.
    record Missing(String reason) implements Thinking {}
  }
}
