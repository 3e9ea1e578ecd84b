package dev.assay.skill.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The capabilities of an engine on this machine. `missing` gives the reason and the remedy for
/// each feature or limit that is not there.
public record Capabilities(
    Set<Feature> features, Set<Limit> limits, Set<String> bases, Map<String, String> missing) {
  /// The features in which engines differ.
  public enum Feature {
    BLOCKED_NETWORK,
    OPEN_NETWORK,
    ALLOW_LIST,
    NETWORK_RECORDING,
    ACCESS_RECORDING,
    /// Access evidence distinguishes executed files; without this feature they are reported as
    /// opened.
    EXECUTION_RECORDING,
    SNAPSHOT,
    SEPARATE_STDERR,
    PORT_DIAL,
    PORT_LISTEN,
    METRICS,
    /// The network of a living sandbox can be changed.
    NETWORK_CHANGE,
    /// The engine can mount folders of the host. Without this feature content is copied in after
    /// the start, and shared folders are synchronised.
    HOST_FOLDERS,
    /// Folders of the host can be given in their state at the start of the sandbox, and no process
    /// inside can change them. An engine that mounts folders of the host supports this as well.
    READ_ONLY_FOLDERS,
    /// Folders of the image can be given so that no process inside can change them.
    FIXED_FOLDERS,
    /// The full content of a layer can be read from outside.
    LAYER_CHANGES,
    /// A command's end by a signal is distinguished from an exit code.
    SIGNAL_OUTCOME,
    /// Background processes go on after their command has ended, and the result reports them.
    BACKGROUND,
    /// The engine can end all processes at once, so that none of them interferes while the files
    /// are read.
    PROCESS_END,
    /// Processor time and memory are known for each command.
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

  /// Refuses a spec that asks for more than the engine offers, before anything starts.
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
