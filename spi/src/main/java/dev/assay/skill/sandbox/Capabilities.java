package dev.assay.skill.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What an engine can do on this machine, as data. `missing` says for each feature or limit that is
/// not there why, and what to do about it.
public record Capabilities(
    Set<Feature> features, Set<Limit> limits, Set<String> bases, Map<String, String> missing) {
  /// What engines differ in.
  public enum Feature {
    BLOCKED_NETWORK,
    OPEN_NETWORK,
    ALLOW_LIST,
    NETWORK_RECORDING,
    ACCESS_RECORDING,
    /// Access evidence distinguishes executed files; without it they are reported as opened.
    EXECUTION_RECORDING,
    SNAPSHOT,
    SEPARATE_STDERR,
    PORT_DIAL,
    PORT_LISTEN,
    METRICS,
    /// The network of a living sandbox can be changed.
    NETWORK_CHANGE,
    /// Folders of the host can be mounted. Without it content is put in after the start, and shared
    /// folders are synchronised.
    HOST_FOLDERS,
    /// Folders of the host can be given as they are when the sandbox is made, and nobody inside can
    /// change them. Who mounts folders of the host does that too.
    READ_ONLY_FOLDERS,
    /// Folders of the image can be given so that nobody inside can change them.
    FIXED_FOLDERS,
    /// What a layer changed can be read from outside, whole.
    LAYER_CHANGES,
    /// A command's end by a signal is distinguished from an exit code.
    SIGNAL_OUTCOME,
    /// What a command leaves running goes on, and is known.
    BACKGROUND,
    /// All processes can be ended at once, so that nobody inside disturbs a look at the files.
    PROCESS_END,
    /// Processor time and memory are known of each command.
    COMMAND_USAGE
  }

  public Capabilities {
    features = Set.copyOf(features);
    limits = Set.copyOf(limits);
    bases = Set.copyOf(bases);
    missing = Map.copyOf(missing);
  }

  public boolean has(Feature feature) {
    return features.contains(feature);
  }

  public boolean enforces(Limit limit) {
    return limits.contains(limit);
  }

  /// Refuses a spec that asks for more than there is, before anything starts.
  public void check(SandboxSpec spec) {
    List<String> lacks = new ArrayList<>();
    if (!bases.contains(spec.image().base())) {
      lacks.add(lack("base " + spec.image().base(), "known bases: " + bases));
    }
    Feature network =
        switch (spec.network()) {
          case Network.Blocked _ -> Feature.BLOCKED_NETWORK;
          case Network.Open _ -> Feature.OPEN_NETWORK;
          case Network.AllowList _ -> Feature.ALLOW_LIST;
        };
    if (!has(network)) {
      lacks.add(lack(network.name(), "not offered by this engine"));
    }
    if (!spec.mounts().stream().allMatch(this::canMount)) {
      lacks.add(lack(Feature.HOST_FOLDERS.name(), "not offered by this engine"));
    }
    boolean watched = spec.mounts().stream().anyMatch(m -> m.access() == Mount.Access.WATCHED);
    if (watched && !has(Feature.ACCESS_RECORDING)) {
      lacks.add(lack(Feature.ACCESS_RECORDING.name(), "not offered by this engine"));
    }
    if (!spec.fixed().isEmpty() && !has(Feature.FIXED_FOLDERS)) {
      lacks.add(lack(Feature.FIXED_FOLDERS.name(), "not offered by this engine"));
    }
    for (Limit limit : spec.limits().asked()) {
      if (!enforces(limit)) {
        lacks.add(lack("limit " + limit, "this engine cannot enforce it here"));
      }
    }
    if (!lacks.isEmpty()) {
      throw new AssayException(
          ErrorCode.SANDBOX_UNSUPPORTED,
          "This engine cannot create the sandbox: " + String.join("; ", lacks),
          Map.of("missing", lacks));
    }
  }

  private boolean canMount(Mount mount) {
    return has(Feature.HOST_FOLDERS)
        || (has(Feature.READ_ONLY_FOLDERS) && mount.access() != Mount.Access.READ_WRITE);
  }

  private String lack(String what, String otherwise) {
    return what + ": " + missing.getOrDefault(what, otherwise);
  }
}
