package dev.assay.sandbox.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The limits of this server's own process, which containers get too, as local sandboxes do. A
/// daemon that is not told takes its own, which it may not be allowed to set.
final class OwnLimits {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final Path MOST_PROCESSES = Path.of("/proc/sys/kernel/pid_max");

  private OwnLimits() {}

  /// In the daemon's words.
  static List<Map<String, Object>> read() {
    try {
      return of(Files.readString(LIMITS), Long.parseLong(Files.readString(MOST_PROCESSES).strip()));
    } catch (IOException e) {
      return List.of(); // then the daemon's own have to do
    }
  }

  /// @param table as the kernel shows it
  /// @param mostProcesses of this machine; a higher limit of a process means nothing
  static List<Map<String, Object>> of(String table, long mostProcesses) {
    List<Map<String, Object>> limits = new ArrayList<>();
    hard(table, "Max open files").ifPresent(most -> limits.add(limit("nofile", most)));
    limits.add(
        limit(
            "nproc", Math.min(mostProcesses, hard(table, "Max processes").orElse(Long.MAX_VALUE))));
    return limits;
  }

  private static Map<String, Object> limit(String name, long most) {
    return Map.of("Name", name, "Soft", most, "Hard", most);
  }

  /// @return empty if there is none
  private static Optional<Long> hard(String table, String name) {
    return table
        .lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).strip().split("\\s+"))
        .filter(words -> words.length > 1 && words[1].matches("\\d{1,18}"))
        .map(words -> Long.parseLong(words[1]))
        .findFirst();
  }
}
