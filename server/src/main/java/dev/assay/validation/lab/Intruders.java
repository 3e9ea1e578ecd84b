package dev.assay.validation.lab;

import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Files that take effect where nobody asked for them, whichever package owns them: programs that
/// take the place of the system's, and code that runs with every start of Python.
///
/// @param programs names of the system's own
record Intruders(Set<String> programs) {
  private static final List<String> SYSTEM = List.of("/usr/bin", "/bin", "/usr/local/bin");
  private static final Pattern ON_PATH =
      Pattern.compile(
          "/opt/(?:runtime|skills/[^/]+)/(?:venv|npm)/bin/[^/]+|/usr/local/s?bin/[^/]+");
  private static final Pattern AT_EVERY_START =
      Pattern.compile(".*/(?:site|dist)-packages/(?:[^/]+\\.pth|(?:site|user)customize\\.py)");

  static Intruders in(Sandbox sandbox) {
    Set<String> programs = new HashSet<>();
    for (String folder : SYSTEM) {
      boolean there =
          sandbox
              .files()
              .stat(folder)
              .filter(entry -> entry.kind() == FileEntry.Kind.FOLDER)
              .isPresent();
      if (there) {
        sandbox.files().list(folder).stream().map(FileEntry::path).forEach(programs::add);
      }
    }
    return new Intruders(programs);
  }

  /// What it does, if it is one.
  Optional<String> find(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    if (ON_PATH.matcher(path).matches() && programs.contains(name)) {
      return Optional.of("takes the place of " + name);
    }
    return AT_EVERY_START.matcher(path).matches()
        ? Optional.of("runs with every start of Python")
        : Optional.empty();
  }
}
