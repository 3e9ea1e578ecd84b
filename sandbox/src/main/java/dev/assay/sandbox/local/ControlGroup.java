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

/// One sandbox's control group: what the kernel counts and enforces for it.
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

  /// The switch that makes everything in it stand still, where there is one.
  Optional<Path> freezer() {
    return Optional.ofNullable(folders.get("freezer")).map(path -> path.resolve("freezer.state"));
  }

  /// Whether all processes stand still now; if not, none does.
  boolean freeze() {
    Path state = freezer().orElseThrow();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try {
      do {
        Files.writeString(
            state,
            "FROZEN",
            StandardOpenOption.WRITE); // again: a process that was just born may hold it up
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

  /// Lets everything go on; also needed before anything frozen can be killed.
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

  /// Whether the group is counted and far from its limit.
  boolean memoryIsAmple() {
    long limit = number("memory", "memory.limit_in_bytes", "");
    return number("memory", "memory.usage_in_bytes", "") < limit - limit / 10;
  }

  int processes() {
    return (int) Math.max(0, number("pids", "pids.current", "") - 2); // bubblewrap and the agent
  }

  /// The files a thread writes itself into to belong to the group.
  List<Path> doors() {
    List<Path> doors = new ArrayList<>();
    folders.values().stream().distinct().forEach(f -> doors.add(f.resolve("tasks")));
    return doors;
  }

  long oomKills() {
    return number("memory", "memory.oom_control", "oom_kill ");
  }

  /// How often a new process was refused.
  long refusedProcesses() {
    return number("pids", "pids.events", "max ");
  }

  long peakMemory() {
    return number("memory", "memory.max_usage_in_bytes", "");
  }

  long cpuNanos() {
    return number("cpuacct", "cpuacct.usage", "");
  }

  /// Kills what is in it and removes it; does nothing if it is not there.
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
