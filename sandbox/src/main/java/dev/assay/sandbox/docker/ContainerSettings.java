package dev.assay.sandbox.docker;

import dev.assay.sandbox.settings.DockerSettings;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A sandbox's spec in the words of the daemon.
final class ContainerSettings {
  static final String ID = "assay.sandbox";
  static final String OWN_LABEL = "assay.label.";
  static final String HELPER = "/.assay-helper";
  private static final long NANOS_PER_MILLI_CORE = 1_000_000;

  private ContainerSettings() {}

  /// @param helper of this machine; it is the first process of the container
  /// @param user `uid:gid` as whom everything in it runs
  static Map<String, Object> of(
      String id,
      SandboxSpec spec,
      String image,
      List<Map<String, Object>> mounts,
      Path helper,
      String user,
      DockerSettings settings) {
    Map<String, Object> host = new LinkedHashMap<>();
    host.put("NetworkMode", network(spec, settings));
    host.put("CapDrop", List.of("ALL"));
    host.put("SecurityOpt", List.of("no-new-privileges"));
    host.put("AutoRemove", true);
    // no core reaches this machine's program for cores; the filter keeps it so
    List<Map<String, Object>> limits = new ArrayList<>(OwnLimits.read());
    limits.add(Map.of("Name", "core", "Soft", 1, "Hard", 1));
    host.put("Ulimits", limits);
    host.put("LogConfig", Map.of("Type", "none"));
    List<Map<String, Object>> all = new ArrayList<>(mounts);
    all.add(bind(helper, HELPER, Mount.Access.READ_ONLY));
    // neither is part of a snapshot
    all.add(Map.of("Type", "volume", "Target", "/tmp"));
    host.put("Tmpfs", Map.of("/run", "rw,exec,nosuid,nodev,mode=0755,size=16m"));
    host.put("Mounts", all);
    spec.limits()
        .find(Limit.MEMORY)
        .ifPresent(
            bytes -> {
              host.put("Memory", bytes);
              host.put("MemorySwap", bytes);
            });
    spec.limits()
        .find(Limit.CPU)
        .ifPresent(millis -> host.put("NanoCpus", millis * NANOS_PER_MILLI_CORE));
    spec.limits().find(Limit.PROCESSES).ifPresent(most -> host.put("PidsLimit", most + 1));
    settings.runtime().ifPresent(runtime -> host.put("Runtime", runtime));
    Map<String, Object> container = new LinkedHashMap<>();
    container.put("Image", image);
    container.put("Entrypoint", List.of(HELPER, "agent", "0", longestFile(spec), filter(spec)));
    container.put("User", user);
    container.put("WorkingDir", "/");
    container.put("Hostname", "sandbox");
    container.put("OpenStdin", true);
    container.put("StdinOnce", true);
    container.put("AttachStdin", true);
    container.put("AttachStdout", true);
    container.put("Labels", labels(id, spec));
    container.put("HostConfig", host);
    return container;
  }

  /// Nobody has to measure often for a single file.
  private static String longestFile(SandboxSpec spec) {
    return Long.toString(spec.limits().find(Limit.DISK).orElse(0L));
  }

  /// Whoever writes to folders of this machine may not leave set-id bits there.
  private static String filter(SandboxSpec spec) {
    return spec.mounts().stream().anyMatch(mount -> mount.access() == Mount.Access.READ_WRITE)
        ? "shared"
        : "plain";
  }

  private static String network(SandboxSpec spec, DockerSettings settings) {
    return spec.network() instanceof Network.Open ? settings.openNetwork().orElse("none") : "none";
  }

  private static Map<String, String> labels(String id, SandboxSpec spec) {
    Map<String, String> labels = new HashMap<>();
    labels.put(ID, id);
    spec.labels().forEach((name, value) -> labels.put(OWN_LABEL + name, value));
    return labels;
  }

  /// @throws SandboxFailure if the source is not there or a link is on the way to it
  static Map<String, Object> bind(Path source, String target, Mount.Access access) {
    try {
      Path place = source.toAbsolutePath().normalize();
      if (!place.toRealPath().equals(place)) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_FAILED,
            "%s is not mounted: there is a link on the way to it.".formatted(source));
      }
      return Map.of(
          "Type",
          "bind",
          "Source",
          place.toString(),
          "Target",
          target,
          "ReadOnly",
          access != Mount.Access.READ_WRITE);
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "%s cannot be mounted: %s.".formatted(source, e), e);
    }
  }
}
