package dev.assay.sandbox.docker;

import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Limit;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What containers can do here, as a server finds it when it starts.
///
/// @param records whether their network is laid and recorded by us
/// @param opens whether there is a way out for those with an open network
/// @param executions whether the kernel distinguishes them from other uses of a file
/// @param ownRuntime whether the daemon's own runtime runs them
/// @param driver with which the daemon stores them
record DockerAbilities(
    boolean records, boolean opens, boolean executions, boolean ownRuntime, String driver) {
  private static final Set<Feature> ALWAYS =
      EnumSet.of(
          Feature.BLOCKED_NETWORK,
          Feature.SNAPSHOT,
          Feature.SEPARATE_STDERR,
          Feature.PORT_DIAL,
          Feature.PORT_LISTEN,
          Feature.METRICS,
          Feature.HOST_FOLDERS,
          Feature.READ_ONLY_FOLDERS,
          Feature.SIGNAL_OUTCOME,
          Feature.BACKGROUND,
          Feature.PROCESS_END,
          Feature.COMMAND_USAGE);

  Capabilities with(Set<String> bases) {
    Set<Feature> features = EnumSet.copyOf(ALWAYS);
    Map<String, String> missing = new TreeMap<>();
    for (Feature feature :
        List.of(
            Feature.OPEN_NETWORK,
            Feature.NETWORK_RECORDING,
            Feature.ACCESS_RECORDING,
            Feature.FIXED_FOLDERS,
            Feature.ALLOW_LIST,
            Feature.EXECUTION_RECORDING,
            Feature.LAYER_CHANGES)) {
      if (has(feature)) {
        features.add(feature);
      } else {
        missing.put(feature.name(), remedy(feature));
      }
    }
    Set<Limit> limits = EnumSet.of(Limit.CPU, Limit.MEMORY, Limit.PROCESSES, Limit.WALL);
    for (Limit limit : List.of(Limit.DISK, Limit.FILES)) {
      if (records && WrittenFolders.areKnownOf(driver)) {
        limits.add(limit);
      } else {
        missing.put("limit " + limit, whyUnmeasured());
      }
    }
    return new Capabilities(features, limits, bases, missing);
  }

  private boolean has(Feature feature) {
    return switch (feature) {
      case OPEN_NETWORK -> opens;
      case EXECUTION_RECORDING -> records && executions;
      case LAYER_CHANGES -> ownRuntime;
      default -> records;
    };
  }

  private String remedy(Feature feature) {
    return switch (feature) {
      case OPEN_NETWORK ->
          records
              ? "install slirp4netns"
              : "name a network of the daemon from which neither this machine nor link-local addresses can be reached: assay.sandbox.docker-network";
      case EXECUTION_RECORDING ->
          "an executed file is shown as opened only; that needs Linux 5.13 or newer with fanotify, and a server that runs as root";
      case LAYER_CHANGES ->
          "with another runtime than the daemon's own nobody knows whether a layer has all that was written; leave assay.sandbox.docker-runtime out, or validate with assay.sandbox.engine: local";
      case FIXED_FOLDERS ->
          "only a server that runs as root can close folders of containers, and only with the daemon's own runtime";
      default ->
          "only a server that runs as root can record containers, and only with the daemon's own runtime; else validate with assay.sandbox.engine: local";
    };
  }

  private String whyUnmeasured() {
    return records
        ? "what containers write can be measured with the storage driver overlay2 (Podman: overlay) only, and the daemon has %s"
            .formatted(driver)
        : "only a server that runs as root can measure what containers write";
  }
}
