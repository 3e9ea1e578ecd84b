package dev.assay.skill.sandbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The sandbox a caller wants. Environment variables reach every command. Labels and the owner are
/// for lists and searches and never reach the inside. The label `purpose` has a meaning here: the
/// purpose in words.
///
/// @param fixed folders of the image, made if they are missing, that no process inside can change
/// @param idle the longest time without use before it is removed, if the default does not fit
/// @param longest the longest life, if the default does not fit
public record SandboxSpec(
    SandboxImage image,
    Network network,
    Limits limits,
    List<Mount> mounts,
    List<String> fixed,
    Map<String, String> variables,
    Map<String, String> labels,
    String owner,
    Optional<Duration> idle,
    Optional<Duration> longest) {
  private static final String PURPOSE = "purpose";

  public SandboxSpec {
    mounts = List.copyOf(mounts);
    fixed = List.copyOf(fixed);
    variables = Map.copyOf(variables);
    labels = Map.copyOf(labels);
    for (String name : variables.keySet()) {
      if (name.isEmpty() || name.contains("=") || name.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("Not the name of a variable: " + name);
      }
    }
    for (Duration term :
        List.of(idle.orElse(Duration.ofDays(1)), longest.orElse(Duration.ofDays(1)))) {
      if (!term.isPositive()) {
        throw new IllegalArgumentException("A sandbox's time must be positive: " + term);
      }
    }
  }

  /// A spec with a blocked network, and without mounts or limits of the caller's own.
  public static SandboxSpec of(SandboxImage image, String owner) {
    return new SandboxSpec(
        image,
        Network.blocked(),
        Limits.none(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        owner,
        Optional.empty(),
        Optional.empty());
  }

  public SandboxSpec withNetwork(Network wanted) {
    return new SandboxSpec(
        image, wanted, limits, mounts, fixed, variables, labels, owner, idle, longest);
  }

  public SandboxSpec withLimit(Limit limit, long value) {
    return withLimits(limits.with(limit, value));
  }

  public SandboxSpec withLimits(Limits wanted) {
    return new SandboxSpec(
        image, network, wanted, mounts, fixed, variables, labels, owner, idle, longest);
  }

  public SandboxSpec withMount(Mount mount) {
    List<Mount> more = new ArrayList<>(mounts);
    more.add(mount);
    return new SandboxSpec(
        image, network, limits, more, fixed, variables, labels, owner, idle, longest);
  }

  public SandboxSpec withFixed(List<String> folders) {
    return new SandboxSpec(
        image, network, limits, mounts, folders, variables, labels, owner, idle, longest);
  }

  public SandboxSpec withVariable(String name, String value) {
    Map<String, String> more = new HashMap<>(variables);
    more.put(name, value);
    return new SandboxSpec(
        image, network, limits, mounts, fixed, more, labels, owner, idle, longest);
  }

  public String purpose() {
    return labels.getOrDefault(PURPOSE, "");
  }

  public SandboxSpec withPurpose(String words) {
    return withLabel(PURPOSE, words);
  }

  public SandboxSpec withTerms(Duration unused, Duration whole) {
    return new SandboxSpec(
        image,
        network,
        limits,
        mounts,
        fixed,
        variables,
        labels,
        owner,
        Optional.of(unused),
        Optional.of(whole));
  }

  public SandboxSpec withLabel(String name, String value) {
    Map<String, String> more = new HashMap<>(labels);
    more.put(name, value);
    return new SandboxSpec(
        image, network, limits, mounts, fixed, variables, more, owner, idle, longest);
  }
}
