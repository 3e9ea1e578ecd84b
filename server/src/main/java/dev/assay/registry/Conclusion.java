package dev.assay.registry;

/// What a validation came to.
public sealed interface Conclusion {
  /// Both layers passed.
  ///
  /// @param scores as JSON
  record Passed(String scores, boolean rehearsal) implements Conclusion {}

  /// @param scores as JSON; empty if it failed before there were any
  record Failed(String scores, boolean rehearsal) implements Conclusion {}

  /// It says nothing about the skill, and can be resumed or run again.
  record Inconclusive(String reason) implements Conclusion {}
}
