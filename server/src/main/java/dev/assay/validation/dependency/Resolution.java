package dev.assay.validation.dependency;

import dev.assay.validation.dependency.Installation.Ran;
import java.util.List;

/// The answer of a package tool about a skill's needs.
public sealed interface Resolution {
  List<Ran> commands();

  /// @param packages the packages to be installed beyond those of the image
  record Resolved(List<PackageContent> packages, List<Ran> commands) implements Resolution {
    public Resolved {
      packages = List.copyOf(packages);
      commands = List.copyOf(commands);
    }
  }

  /// The last command failed.
  record CommandFailed(List<Ran> commands) implements Resolution {
    public CommandFailed {
      commands = List.copyOf(commands);
    }

    /// Returns the command and the end of its output for the person who repairs it.
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
