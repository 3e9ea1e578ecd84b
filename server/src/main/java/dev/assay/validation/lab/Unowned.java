package dev.assay.validation.lab;

import dev.assay.skill.AssayException;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Files that came with an installation and that no package says are its own.
final class Unowned {
  static final String MARKER = "/tmp/.start";

  private static final List<String> ROOTS = List.of("/opt", "/home", "/root", "/usr", "/etc");
  private static final int MOST = 200_000;
  private static final long LONGEST_RECORD = 4 << 20;

  private Unowned() {}

  static List<String> in(Sandbox sandbox, int most) {
    Set<String> owned = owned(sandbox);
    String find =
        "find / -xdev -newer "
            + MARKER
            + " -type f -not -path '/proc/*' -not -path '/tmp/*' -not -path '/workspace/*'"
            + " -not -path '*/__pycache__/*' -not -path '*/node_modules/*' 2>/dev/null";
    String found =
        sandbox.run(Command.shell(find).withTimeout(Duration.ofMinutes(1))).stdout().text();
    return found.lines().filter(path -> !owned.contains(path)).sorted().limit(most).toList();
  }

  /// What Python packages record as theirs.
  private static Set<String> owned(Sandbox sandbox) {
    Set<String> owned = new HashSet<>();
    for (String root : ROOTS) {
      if (sandbox.files().stat(root).isEmpty()) {
        continue;
      }
      for (FileEntry entry : records(sandbox, root)) {
        String path = entry.path().startsWith("/") ? entry.path() : root + "/" + entry.path();
        Path site = Path.of(path).resolve("../..").normalize();
        read(sandbox, path)
            .lines()
            .map(line -> line.replaceFirst(",[^,]*,[^,]*$", ""))
            .filter(line -> !line.isBlank())
            .forEach(line -> owned.add(site.resolve(line).normalize().toString()));
      }
    }
    return owned;
  }

  private static List<FileEntry> records(Sandbox sandbox, String root) {
    try {
      return sandbox.files().glob(root, "**/*.dist-info/RECORD", MOST);
    } catch (AssayException e) {
      return List.of();
    }
  }

  private static String read(Sandbox sandbox, String path) {
    try {
      return new String(
          sandbox.files().read(path, LONGEST_RECORD), java.nio.charset.StandardCharsets.UTF_8);
    } catch (AssayException e) {
      return "";
    }
  }
}
