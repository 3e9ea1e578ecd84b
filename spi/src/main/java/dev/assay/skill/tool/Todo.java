package dev.assay.skill.tool;

/// One line of an agent's list of things to do.
public record Todo(String content, Status status) {
  /// How far it is.
  public enum Status {
    PENDING,
    IN_PROGRESS,
    COMPLETED
  }
}
