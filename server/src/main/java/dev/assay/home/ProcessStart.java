package dev.assay.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// When a process began, counted from the start of the machine. Unlike the time of day, as which
/// Java gives it, that does not move when somebody sets the clock.
final class ProcessStart {
  private static final Path MACHINE_START = Path.of("/proc/sys/kernel/random/boot_id");

  /// In `/proc/PID/stat`, counted behind the name, which may hold anything.
  private static final int START_FIELD = 19;

  private ProcessStart() {}

  /// @return nothing if there is no such process, or where the system does not say it
  static Optional<String> of(long pid) {
    try {
      String state = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String[] fields = state.substring(state.lastIndexOf(')') + 2).split(" ", -1);
      return fields.length > START_FIELD
          ? Optional.of(Files.readString(MACHINE_START).strip() + " " + fields[START_FIELD])
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
