package dev.assay.validation.dependency;

import java.time.Duration;
import java.util.List;

/// What came of installing, with every command that was run.
public sealed interface Installation {
  List<Ran> commands();

  record Installed(List<Ran> commands) implements Installation {
    public Installed {
      commands = List.copyOf(commands);
    }
  }

  /// The last of the commands failed.
  record CommandFailed(List<Ran> commands) implements Installation {
    public CommandFailed {
      commands = List.copyOf(commands);
    }

    /// The command and the end of its output, for whoever has to mend it.
    public String shown() {
      Ran last = commands.getLast();
      String end =
          last.stopped()
              ? "was stopped after %d s; an installation has no longer (assay.validation.install-time)"
                  .formatted(last.took().toSeconds())
              : "ended with code " + last.code();
      return "%s\n%s:\n%s".formatted(String.join(" ", last.words()), end, last.tail());
    }
  }

  /// Nothing was run, because it cannot work here.
  record Refused(String reason) implements Installation {
    @Override
    public List<Ran> commands() {
      return List.of();
    }
  }

  /// @param code the exit code a shell would show
  /// @param tail the end of its output
  record Ran(List<String> words, int code, String tail, Duration took) {
    private static final int STOPPED = 124;

    public Ran {
      words = List.copyOf(words);
    }

    /// Whether its time was over before it ended.
    public boolean stopped() {
      return code == STOPPED;
    }
  }
}
