package dev.assay.skill.eval;

/// A question, and whether it should make an agent use the skill.
public record Trigger(String query, boolean shouldTrigger) {
  public Trigger {
    if (query.isBlank()) {
      throw new IllegalArgumentException("a trigger needs a query");
    }
  }
}
