package dev.assay.validation.dependency;

import java.time.Duration;
import java.util.List;

/// Records about installations that evidence keeps.
public final class Installation {
  private Installation() {}

  /// @param code the exit code that a shell would show
  /// @param tail the end of the output
  public record Ran(List<String> words, int code, String tail, Duration took) {
    private static final int STOPPED = 124;

    public Ran {
      words = List.copyOf(words);
    }

    /// Tests whether the command was stopped by its time limit.
    public boolean stopped() {
      return code == STOPPED;
    }

    public boolean succeeded() {
      return code == 0;
    }
  }
}
