package dev.assay.skill.tool;

/// A line of an agent's to-do list.
public record Todo(String content, Status status) {
  /// The progress of the item.
  public enum Status {
    PENDING,
    IN_PROGRESS,
    COMPLETED
  }
}
