package dev.assay.web;

/// Tells what agents of this installation think with.
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
