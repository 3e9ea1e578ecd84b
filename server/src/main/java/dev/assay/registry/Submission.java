package dev.assay.registry;

/// What an upload came to.
public sealed interface Submission {
  Skill skill();

  /// A new skill, or a new version of a known one.
  record Added(Skill skill) implements Submission {}

  /// The same content was there already; nothing was changed.
  record Known(Skill skill) implements Submission {}

  /// The same content had been rejected and is pending again.
  record Reopened(Skill skill) implements Submission {}

  /// The same content with other tests of the author's; those are used from now on.
  record EvalsReplaced(Skill skill) implements Submission {}
}
