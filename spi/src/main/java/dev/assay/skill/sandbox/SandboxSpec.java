package dev.assay.skill.sandbox;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The sandbox a caller wants. Environment variables reach every command; labels and the owner are
/// for whoever lists sandboxes and never reach the inside.
public record SandboxSpec(
    SandboxImage image,
    Network network,
    Limits limits,
    List<Mount> mounts,
    Map<String, String> variables,
    Map<String, String> labels,
    String owner) {
  public SandboxSpec {
    mounts = List.copyOf(mounts);
    variables = Map.copyOf(variables);
    labels = Map.copyOf(labels);
    for (String name : variables.keySet()) {
      if (name.isEmpty() || name.contains("=") || name.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("Not the name of a variable: " + name);
      }
    }
  }

  /// Blocked, without limits of the caller's own, without mounts.
  public static SandboxSpec of(SandboxImage image, String owner) {
    return new SandboxSpec(
        image, Network.blocked(), Limits.none(), List.of(), Map.of(), Map.of(), owner);
  }

  public SandboxSpec withNetwork(Network wanted) {
    return new SandboxSpec(image, wanted, limits, mounts, variables, labels, owner);
  }

  public SandboxSpec withLimit(Limit limit, long value) {
    return withLimits(limits.with(limit, value));
  }

  public SandboxSpec withLimits(Limits wanted) {
    return new SandboxSpec(image, network, wanted, mounts, variables, labels, owner);
  }

  public SandboxSpec withMount(Mount mount) {
    List<Mount> more = new ArrayList<>(mounts);
    more.add(mount);
    return new SandboxSpec(image, network, limits, more, variables, labels, owner);
  }

  public SandboxSpec withVariable(String name, String value) {
    Map<String, String> more = new HashMap<>(variables);
    more.put(name, value);
    return new SandboxSpec(image, network, limits, mounts, more, labels, owner);
  }

  public SandboxSpec withLabel(String name, String value) {
    Map<String, String> more = new HashMap<>(labels);
    more.put(name, value);
    return new SandboxSpec(image, network, limits, mounts, variables, more, owner);
  }
}
