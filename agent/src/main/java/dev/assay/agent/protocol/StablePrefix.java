package dev.assay.agent.protocol;

/// Finds the end of the part of the instructions that is the same for every run, so that providers
/// can cache it.
public final class StablePrefix {
  /// The heading of everything that differs from run to run.
  public static final String END = "\n# This run\n";

  private StablePrefix() {}

  /// The number of characters that are the same for every run; all of them without the heading.
  public static int length(String instructions) {
    int end = instructions.indexOf(END);
    return end < 0 ? instructions.length() : end;
  }
}
