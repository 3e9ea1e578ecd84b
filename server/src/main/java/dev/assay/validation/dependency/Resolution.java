package dev.assay.validation.dependency;

import dev.assay.validation.dependency.Installation.Ran;
import java.util.List;

/// What came of asking a package tool what a skill needs.
public sealed interface Resolution {
  List<Ran> commands();

  /// @param packages everything that is to be installed beyond what the image has
  record Resolved(List<PackageContent> packages, List<Ran> commands) implements Resolution {
    public Resolved {
      packages = List.copyOf(packages);
      commands = List.copyOf(commands);
    }
  }

  /// The last of the commands failed.
  record CommandFailed(List<Ran> commands) implements Resolution {
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
}
