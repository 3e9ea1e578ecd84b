package dev.assay.skill.sandbox;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The sandbox a caller wants. Environment variables reach every command; labels and the owner are
/// for whoever lists or looks for sandboxes and never reach the inside. Three labels have a meaning
/// here: `purpose` in words, `idle` and `longest` as durations (`PT5M`) that take the place of the
/// usual ones.
public record SandboxSpec(
    SandboxImage image,
    Network network,
    Limits limits,
    List<Mount> mounts,
    Map<String, String> variables,
    Map<String, String> labels,
    String owner) {
  private static final String PURPOSE = "purpose";
  private static final String IDLE = "idle";
  private static final String LONGEST = "longest";

  public SandboxSpec {
    mounts = List.copyOf(mounts);
    variables = Map.copyOf(variables);
    labels = Map.copyOf(labels);
    for (String name : variables.keySet()) {
      if (name.isEmpty() || name.contains("=") || name.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("Not the name of a variable: " + name);
      }
    }
    for (String term : List.of(IDLE, LONGEST)) {
      if (labels.containsKey(term) && !isDuration(labels.get(term))) {
        throw new IllegalArgumentException(
            "The label " + term + " must be a positive duration such as PT5M: " + labels.get(term));
      }
    }
  }

  private static boolean isDuration(String text) {
    try {
      return Duration.parse(text).isPositive();
    } catch (DateTimeParseException e) {
      return false;
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

  public String purpose() {
    return labels.getOrDefault(PURPOSE, "");
  }

  /// How long the sandbox may be unused before it is removed, if the usual time does not fit.
  public Optional<Duration> idle() {
    return Optional.ofNullable(labels.get(IDLE)).map(Duration::parse);
  }

  /// How long it may live at all, if the usual time does not fit.
  public Optional<Duration> longest() {
    return Optional.ofNullable(labels.get(LONGEST)).map(Duration::parse);
  }

  public SandboxSpec withPurpose(String words) {
    return withLabel(PURPOSE, words);
  }

  public SandboxSpec withTerms(Duration idle, Duration longest) {
    return withLabel(IDLE, idle.toString()).withLabel(LONGEST, longest.toString());
  }

  public SandboxSpec withLabel(String name, String value) {
    Map<String, String> more = new HashMap<>(labels);
    more.put(name, value);
    return new SandboxSpec(image, network, limits, mounts, variables, more, owner);
  }
}
