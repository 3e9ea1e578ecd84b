package dev.assay.web;

/// Which model the agents of this installation use.
@FunctionalInterface
public interface ModelFacts {
  Thinking look();

  sealed interface Thinking {
    record Model(String name) implements Thinking {}

    /// Rules take a model's place.
    record Rehearsal() implements Thinking {}

    /// There should be a model and is none: nothing can be validated.
    record Missing(String reason) implements Thinking {}
  }
}
