package dev.assay.sandbox.local;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// The control group of one sandbox: the kernel's counters and limits for it.
final class ControlGroup {
  private static final int CPU_PERIOD_MICROS = 100_000;
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Map<String, Path> folders;

  ControlGroup(Map<String, Path> folders) {
    this.folders = Map.copyOf(folders);
  }

  Map<String, Path> folders() {
    return folders;
  }

  void limit(Limits limits) throws IOException {
    Path memory = folders.get("memory");
    if (memory != null && limits.find(Limit.MEMORY).isPresent()) {
      String bytes = Long.toString(limits.find(Limit.MEMORY).getAsLong());
      Files.writeString(memory.resolve("memory.limit_in_bytes"), bytes);
      if (Files.exists(memory.resolve("memory.memsw.limit_in_bytes"))) {
        Files.writeString(memory.resolve("memory.memsw.limit_in_bytes"), bytes);
      }
    }
    Path pids = folders.get("pids");
    if (pids != null && limits.find(Limit.PROCESSES).isPresent()) {
      Files.writeString(
          pids.resolve("pids.max"), Long.toString(limits.find(Limit.PROCESSES).getAsLong() + 3));
    }
    Path cpu = folders.get("cpu");
    if (cpu != null && limits.find(Limit.CPU).isPresent()) {
      Files.writeString(cpu.resolve("cpu.cfs_period_us"), Integer.toString(CPU_PERIOD_MICROS));
      long quota = limits.find(Limit.CPU).getAsLong() * CPU_PERIOD_MICROS / 1000;
      Files.writeString(cpu.resolve("cpu.cfs_quota_us"), Long.toString(Math.max(1000, quota)));
    }
  }

  /// The file that freezes all its processes, if there is one.
  Optional<Path> freezer() {
    return Optional.ofNullable(folders.get("freezer")).map(path -> path.resolve("freezer.state"));
  }

  /// Freezes all processes. Returns false if that failed; then none is frozen.
  boolean freeze() {
    Path state = freezer().orElseThrow();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try {
      do {
        Files.writeString(
            state,
            "FROZEN",
            StandardOpenOption.WRITE); // again: a newly forked process may delay it
        if (Files.readString(state).strip().equals("FROZEN")) {
          return true;
        }
        LockSupport.parkNanos(1_000_000);
      } while (System.nanoTime() < deadline);
    } catch (IOException e) {
      thaw();
      return false;
    }
    thaw();
    return false;
  }

  /// Thaws all processes; required before frozen ones can be killed.
  void thaw() {
    freezer()
        .ifPresent(
            state -> {
              try {
                Files.writeString(state, "THAWED", StandardOpenOption.WRITE);
              } catch (IOException e) {
                return; // the group is gone, and everything in it
              }
            });
  }

  /// Returns whether memory is counted and far from its limit.
  boolean memoryIsAmple() {
    long limit = number("memory", "memory.limit_in_bytes", "");
    return number("memory", "memory.usage_in_bytes", "") < limit - limit / 10;
  }

  int processes() {
    return (int) Math.max(0, number("pids", "pids.current", "") - 2); // bubblewrap and the agent
  }

  /// The files to which a thread writes itself to join the group.
  List<Path> doors() {
    List<Path> doors = new ArrayList<>();
    folders.values().stream().distinct().forEach(f -> doors.add(f.resolve("tasks")));
    return doors;
  }

  long oomKills() {
    return number("memory", "memory.oom_control", "oom_kill ");
  }

  /// The number of new processes that were refused.
  long refusedProcesses() {
    return number("pids", "pids.events", "max ");
  }

  long peakMemory() {
    return number("memory", "memory.max_usage_in_bytes", "");
  }

  long cpuNanos() {
    return number("cpuacct", "cpuacct.usage", "");
  }

  /// Kills its processes and removes it. Has no effect if it is missing.
  void remove() {
    thaw();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (Path folder : folders.values()) {
      while (!removed(folder)) {
        if (System.nanoTime() > deadline) {
          throw new SandboxFailure(
              ErrorCode.SANDBOX_FAILED, "The control group " + folder + " cannot be removed.");
        }
        LockSupport.parkNanos(2_000_000);
      }
    }
  }

  private static boolean removed(Path folder) {
    try {
      Files.deleteIfExists(folder);
      return true;
    } catch (IOException e) {
      try {
        for (String pid : Files.readAllLines(folder.resolve("cgroup.procs"))) {
          ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
        }
      } catch (IOException gone) {
        return !Files.exists(folder);
      }
      return false;
    }
  }

  private long number(String controller, String file, String prefix) {
    Path folder = folders.get(controller);
    if (folder == null) {
      return 0;
    }
    try {
      for (String line : Files.readAllLines(folder.resolve(file))) {
        if (line.startsWith(prefix)) {
          return Long.parseLong(line.substring(prefix.length()).strip());
        }
      }
      return 0;
    } catch (IOException | NumberFormatException e) {
      return 0; // a kernel without this figure
    }
  }
}
