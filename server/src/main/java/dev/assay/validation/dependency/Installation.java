package dev.assay.validation.dependency;

import java.time.Duration;
import java.util.List;

/// Words about installing that evidence keeps.
public final class Installation {
  private Installation() {}

  /// @param code the exit code a shell would show
  /// @param tail the end of its output
  public record Ran(List<String> words, int code, String tail, Duration took) {
    private static final int STOPPED = 124;

    public Ran {
      words = List.copyOf(words);
    }

    /// Whether its time was over before it ended.
    public boolean stopped() {
      return code == STOPPED;
    }

    public boolean succeeded() {
      return code == 0;
    }
  }
}
