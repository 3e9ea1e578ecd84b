package dev.assay.registry;

/// The result of an upload.
public sealed interface Submission {
  Skill skill();

  /// A new skill, or a new version of a known one.
  record Added(Skill skill) implements Submission {}

  /// The same content exists already; nothing was changed.
  record Known(Skill skill) implements Submission {}

  /// The same content had been rejected and is pending again.
  record Reopened(Skill skill) implements Submission {}

  /// The same content with other tests by the author, which replace the earlier tests.
  record EvalsReplaced(Skill skill) implements Submission {}
}
