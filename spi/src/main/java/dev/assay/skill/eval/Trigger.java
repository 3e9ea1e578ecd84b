package dev.assay.skill.eval;

/// A question, with a flag that says whether it should make an agent use the skill.
public record Trigger(String query, boolean shouldTrigger) {
  public Trigger {
    if (query.isBlank()) {
      throw new IllegalArgumentException("a trigger needs a query");
    }
  }
}
