package dev.assay.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/// Copies of an example with their own names, slowed down so that a test can act meanwhile.
final class SlowSkill {
  private SlowSkill() {}

  /// Creates a skill whose script takes some seconds.
  static Path in(Path folder) {
    return in(folder, Duration.ofSeconds(4));
  }

  static Path in(Path folder, Duration pause) {
    Path skill = copy(folder, "text-stats");
    change(skill.resolve("scripts/stats.sh"), "\n", "\nsleep " + pause.toSeconds() + "\n");
    return skill;
  }

  static Path copy(Path folder, String example) {
    String name = example + "-" + UUID.randomUUID().toString().substring(0, 8);
    Path from = Path.of("../examples/skills", example);
    Path to = folder.resolve(name);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (String file : List.of("SKILL.md", "evals/evals.json")) {
      change(to.resolve(file), example, name);
    }
    return to;
  }

  static void change(Path file, String what, String by) {
    try {
      String text = Files.readString(file);
      int at = text.indexOf(what);
      Files.writeString(
          file,
          what.equals("\n")
              ? text.substring(0, at) + by + text.substring(at + 1)
              : text.replace(what, by));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
