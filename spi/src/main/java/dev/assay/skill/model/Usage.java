package dev.assay.skill.model;

/// Tokens of one or more calls.
public record Usage(long inputTokens, long outputTokens) {
  public static final Usage NONE = new Usage(0, 0);

  public Usage {
    if (inputTokens < 0 || outputTokens < 0) {
      throw new IllegalArgumentException("tokens cannot be negative");
    }
  }

  public Usage plus(Usage other) {
    return new Usage(inputTokens + other.inputTokens, outputTokens + other.outputTokens);
  }

  public long total() {
    return inputTokens + outputTokens;
  }
}
