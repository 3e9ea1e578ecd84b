package dev.assay.agent.wire;

/// Where instructions cease to be the same for every run, so that providers can keep what is before
/// it.
public final class StablePrefix {
  /// The heading of everything that differs from run to run.
  public static final String END = "\n# This run\n";

  private StablePrefix() {}

  /// How many characters are the same for every run; all if nothing says otherwise.
  public static int length(String instructions) {
    int end = instructions.indexOf(END);
    return end < 0 ? instructions.length() : end;
  }
}
