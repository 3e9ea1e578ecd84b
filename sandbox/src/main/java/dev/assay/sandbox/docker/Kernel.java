package dev.assay.sandbox.docker;

import dev.assay.skill.AssayException;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.SandboxFiles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the kernel counts for a container, from the files it shows there.
final class Kernel {
  private static final List<String> KILLS =
      List.of("/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control");
  private static final List<String> PEAKS =
      List.of("/sys/fs/cgroup/memory.peak", "/sys/fs/cgroup/memory/memory.max_usage_in_bytes");
  private static final List<String> CPU = List.of("/sys/fs/cgroup/cpuacct/cpuacct.usage");

  private Kernel() {}

  static long memoryKills(SandboxFiles files) {
    return first(files, KILLS)
        .flatMap(
            text ->
                text.lines()
                    .filter(line -> line.startsWith("oom_kill "))
                    .map(line -> Long.parseLong(line.substring(9).strip()))
                    .findFirst())
        .orElse(0L);
  }

  static Metrics metrics(Map<String, Long> figures, SandboxFiles files) {
    Long user = figures.get("user");
    Long system = figures.get("system");
    @Nullable Duration ended =
        user == null || system == null ? null : Duration.ofNanos((user + system) * 1000);
    @Nullable Duration cpu =
        first(files, CPU).map(text -> Duration.ofNanos(Long.parseLong(text.strip()))).orElse(ended);
    Long processes = figures.get("processes");
    return new Metrics(
        cpu,
        first(files, PEAKS).map(text -> Long.parseLong(text.strip())).orElse(null),
        figures.get("read_bytes:"),
        figures.get("write_bytes:"),
        null,
        processes == null ? null : (int) Math.max(0, processes - 1));
  }

  private static Optional<String> first(SandboxFiles files, List<String> paths) {
    return paths.stream().flatMap(path -> find(files, path).stream()).findFirst();
  }

  private static Optional<String> find(SandboxFiles files, String path) {
    try {
      return Optional.of(files.readText(path));
    } catch (AssayException e) {
      return Optional.empty(); // of the other generation of control groups
    }
  }
}
