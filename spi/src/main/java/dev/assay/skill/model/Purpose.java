package dev.assay.skill.model;

/// The purpose of a request. Models are chosen, and costs are booked, by it.
public enum Purpose {
  /// Finding out what a skill needs to have installed.
  INSTALL,
  /// Reading a skill for what acts against its user.
  INSPECT,
  /// Writing blind tasks.
  WRITE_TASKS,
  /// Doing a task with skills.
  EXECUTE,
  /// Scoring what was done.
  JUDGE,
  /// Scoring a sample of the results again, by another model.
  SECOND_JUDGE,
  /// Strengths, weaknesses and recommendations.
  ASSESS,
  /// Writing the report.
  REPORT,
  /// Shortening a context that has grown too long.
  COMPACT,
  /// Talking with a person.
  CONVERSE
}
