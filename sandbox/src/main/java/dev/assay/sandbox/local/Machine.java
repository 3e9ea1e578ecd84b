package dev.assay.sandbox.local;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What this machine grants, found out once by trying.
final class Machine {
  private static final List<String> NEEDED = List.of("userns", "overlay", "veth", "seccomp");
  private static final String USERNS_REMEDY =
      "Allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1,"
          + " kernel.apparmor_restrict_unprivileged_userns=0 or an AppArmor profile with 'userns,',"
          + " user.max_user_namespaces above 0; in a container --security-opt seccomp=unconfined"
          + " and systempaths=unconfined), or choose the Docker engine.";
  private static final Map<String, String> REMEDIES =
      Map.of(
          "userns",
          USERNS_REMEDY,
          "overlay",
          "Linux 5.11 or newer is needed, and a storage folder on ext4, xfs, btrfs or tmpfs"
              + " (not on overlayfs: in a container use a volume).",
          "veth",
          "Load the kernel module veth.",
          "seccomp",
          "The kernel needs CONFIG_SECCOMP_FILTER.");

  private final Map<String, String> answers;
  private final Optional<Path> bubblewrap;
  private final Optional<Path> slirp;
  private final ControlGroups groups;

  private Machine(Map<String, String> answers, ControlGroups groups) {
    this.answers = Map.copyOf(answers);
    this.groups = groups;
    this.bubblewrap = MachinePrograms.find("bwrap");
    this.slirp = MachinePrograms.find("slirp4netns");
  }

  static Machine examine(NativeProgram program, Path storage) {
    return new Machine(KernelProbe.of(program, storage), ControlGroups.detect());
  }

  ControlGroups groups() {
    return groups;
  }

  Path bubblewrap() {
    return bubblewrap.orElseThrow();
  }

  Optional<Path> slirp() {
    return slirp;
  }

  /// Whether the kernel distinguishes executions of watched files from other uses.
  boolean tellsExecutions() {
    return answers.getOrDefault("executions", "no").startsWith("ok");
  }

  /// Refuses to go on where isolation cannot be had; says what is missing and what to do.
  void require() {
    if (bubblewrap.isEmpty()) {
      throw unavailable("bubblewrap is not installed. On Debian: apt-get install bubblewrap");
    }
    for (String feature : NEEDED) {
      String answer = answers.getOrDefault(feature, "no the helper did not say");
      if (!answer.startsWith("ok")) {
        throw unavailable(
            "%s: %s. %s"
                .formatted(feature, answer.replaceFirst("^no ", ""), REMEDIES.get(feature)));
      }
    }
  }

  private static SandboxFailure unavailable(String reason) {
    return new SandboxFailure(
        ErrorCode.SANDBOX_UNAVAILABLE, "This machine cannot isolate a sandbox. " + reason);
  }

  Capabilities capabilities(Set<String> bases) {
    Set<Feature> features = EnumSet.allOf(Feature.class);
    features.remove(Feature.NETWORK_CHANGE);
    Map<String, String> missing = new TreeMap<>();
    if (slirp.isEmpty()) {
      features.remove(Feature.OPEN_NETWORK);
      missing.put(
          Feature.OPEN_NETWORK.name(),
          "slirp4netns is not installed. On Debian: apt-get install slirp4netns");
    }
    if (!tellsExecutions()) {
      features.remove(Feature.EXECUTION_RECORDING);
      missing.put(
          Feature.EXECUTION_RECORDING.name(),
          "an executed file is shown as opened only; Linux 5.13 or newer with fanotify is needed");
    }
    Set<Limit> limits = EnumSet.allOf(Limit.class);
    if (!groups.limits().contains(Limit.CPU)) {
      limits.remove(Limit.CPU);
      missing.put("limit CPU", groups.reason());
    }
    if (!bases.contains(SandboxImage.DEBIAN)) {
      missing.put("base " + SandboxImage.DEBIAN, "not built yet: run assay images build");
    }
    return new Capabilities(features, limits, bases, missing);
  }
}
