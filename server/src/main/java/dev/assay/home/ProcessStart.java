package dev.assay.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The start of a process, counted from the start of the machine. Java gives it as a time of day,
/// which changes when the clock is set; this number does not.
final class ProcessStart {
  private static final Path MACHINE_START = Path.of("/proc/sys/kernel/random/boot_id");

  /// The index of the field in `/proc/PID/stat`, counted behind the name, which may contain
  /// anything.
  private static final int START_FIELD = 19;

  private ProcessStart() {}

  /// @return the start; empty if there is no such process, or the system does not report it
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
