package dev.assay.sandbox.local;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Version 1 control groups below this process's own, where they can be made.
final class ControlGroups {
  private static final Path PLACE = Path.of("/sys/fs/cgroup");
  private static final String PREFIX = "assay-";
  private static final Map<String, Limit> CONTROLLERS =
      Map.of("memory", Limit.MEMORY, "pids", Limit.PROCESSES, "cpu", Limit.CPU);
  private static final Set<String> HELPFUL = Set.of("cpuacct", "freezer");

  private final Map<String, Path> parents;
  private final String reason;

  private ControlGroups(Map<String, Path> parents, String reason) {
    this.parents = Map.copyOf(parents);
    this.reason = reason;
  }

  static ControlGroups detect() {
    Map<String, Path> found = new HashMap<>();
    boolean two = Files.exists(PLACE.resolve("cgroup.controllers"));
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
        String[] fields = line.split(":", 3);
        for (String controller : fields[1].split(",", -1)) {
          Path parent = PLACE.resolve(controller).resolve(fields[2].substring(1));
          if ((CONTROLLERS.containsKey(controller) || HELPFUL.contains(controller))
              && writable(parent)) {
            found.put(controller, parent);
          }
        }
      }
    } catch (IOException e) {
      return new ControlGroups(Map.of(), "/proc/self/cgroup cannot be read");
    }
    return new ControlGroups(
        found,
        two
            ? "this machine has control groups version 2, which this engine does not use yet"
            : "no control group below this process's own can be made; run as root or have them"
                + " delegated");
  }

  private static boolean writable(Path parent) {
    Path trial = parent.resolve(PREFIX + "trial-" + ProcessHandle.current().pid());
    try {
      Files.createDirectory(trial);
      Files.delete(trial);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// The limits the kernel enforces for us here.
  Set<Limit> limits() {
    Set<Limit> limits = EnumSet.noneOf(Limit.class);
    CONTROLLERS.forEach(
        (controller, limit) -> {
          if (parents.containsKey(controller)) {
            limits.add(limit);
          }
        });
    return limits;
  }

  /// Why there are none, or not all.
  String reason() {
    return reason;
  }

  ControlGroup make(String id, Limits limits) {
    ControlGroup group = find(id);
    try {
      for (Path folder : group.folders().values()) {
        Files.createDirectories(folder);
      }
      group.limit(limits);
      return group;
    } catch (IOException e) {
      group.remove();
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The control group cannot be made: " + e, e);
    }
  }

  /// The group a sandbox has or had.
  ControlGroup find(String id) {
    Map<String, Path> folders = new HashMap<>();
    parents.forEach((controller, parent) -> folders.put(controller, parent.resolve(PREFIX + id)));
    return new ControlGroup(folders);
  }

  List<Path> parents() {
    return List.copyOf(parents.values());
  }
}
