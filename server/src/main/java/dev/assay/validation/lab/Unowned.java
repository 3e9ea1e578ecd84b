package dev.assay.validation.lab;

import dev.assay.skill.AssayException;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Files that came with an installation and that no package says are its own, and those of packages
/// that work on everybody else.
///
/// The code of a package may have run by now. So the time is kept out here, a file's change counts
/// and not the time it claims, no program that came along is asked, and a package owns nothing
/// outside of the environment it is in.
///
/// @param places where packages were to go
record Unowned(Sandbox sandbox, Set<RuntimeEnvironment> places) {
  private static final String MARKER = "/tmp/.start";
  private static final List<String> ROOTS = List.of("/opt", "/home", "/root", "/usr", "/etc");
  private static final String SYSTEM = "/usr/bin:/bin";
  private static final int MOST = 200_000;
  private static final long LONGEST_RECORD = 4 << 20;

  /// The time inside, before anything is installed.
  static Instant now(Sandbox sandbox) {
    sandbox.files().writeText(MARKER, "");
    Instant now = sandbox.files().stat(MARKER).orElseThrow().modified();
    sandbox.files().delete(MARKER);
    return now;
  }

  List<String> since(Instant start, int most) {
    Set<String> owned = owned();
    String changed =
        " -newerct @%d.%03d \\( -type f -o -type l \\)"
            .formatted(start.getEpochSecond(), millis(start));
    StringBuilder everywhere =
        new StringBuilder("find / -xdev")
            .append(changed)
            .append(" -not -path '/proc/*' -not -path '/tmp/*' -not -path '/workspace/*'")
            .append(" -not -path '*/__pycache__/*.pyc' -not -path '*/node_modules/*/*'");
    for (RuntimeEnvironment place : places) {
      everywhere.append(" -not \\( -type l -path '%s/bin/*' \\)".formatted(place.npm()));
    }
    Stream<String> others =
        found("find " + RuntimeEnvironment.OWN + changed)
            .filter(path -> !places.contains(RuntimeEnvironment.at(path)));
    Intruders intruders = Intruders.in(sandbox, places);
    List<String> all =
        Stream.concat(found(everywhere.toString()), others)
            .distinct()
            .flatMap(
                path ->
                    intruders
                        .find(path)
                        .map(what -> path + " (" + what + ")")
                        .or(() -> Optional.of(path).filter(each -> !owned.contains(each)))
                        .stream())
            .sorted()
            .toList();
    List<String> shown = new ArrayList<>(all.subList(0, Math.min(most, all.size())));
    if (all.size() > most) {
      shown.add("(" + (all.size() - most) + " more)");
    }
    return shown;
  }

  private Stream<String> found(String find) {
    return sandbox
        .run(
            Command.shell(find + " 2>/dev/null")
                .withVariable("PATH", SYSTEM)
                .withTimeout(Duration.ofMinutes(1)))
        .stdout()
        .text()
        .lines();
  }

  private static long millis(Instant time) {
    return time.toEpochMilli() % 1000;
  }

  /// What Python packages record as theirs.
  private Set<String> owned() {
    Set<String> owned = new HashSet<>();
    for (String root : ROOTS) {
      if (sandbox.files().stat(root).isEmpty()) {
        continue;
      }
      for (FileEntry entry : records(root)) {
        String path = entry.path().startsWith("/") ? entry.path() : root + "/" + entry.path();
        Path site = Path.of(path).resolve("../..").normalize();
        Path environment = site.resolve("../../..").normalize();
        read(path)
            .lines()
            .map(line -> line.replaceFirst(",[^,]*,[^,]*$", ""))
            .filter(line -> !line.isBlank())
            .map(line -> site.resolve(line).normalize())
            .filter(file -> file.startsWith(environment))
            .forEach(file -> owned.add(file.toString()));
      }
    }
    return owned;
  }

  private List<FileEntry> records(String root) {
    try {
      return sandbox.files().glob(root, "**/*.dist-info/RECORD", MOST);
    } catch (AssayException e) {
      return List.of();
    }
  }

  private String read(String path) {
    try {
      return new String(
          sandbox.files().read(path, LONGEST_RECORD), java.nio.charset.StandardCharsets.UTF_8);
    } catch (AssayException e) {
      return "";
    }
  }
}
