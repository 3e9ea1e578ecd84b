package dev.assay.sandbox.remote;

import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Capabilities.Feature;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Whether a provider's sandboxes can hold a recorded one, as it was found out in one of them.
///
/// @param executions whether executed files are distinguished
/// @param obstacle why not; empty if they can
record RecordingAbility(boolean executions, String obstacle) {
  private static final List<Feature> RECORDED =
      List.of(
          Feature.NETWORK_RECORDING,
          Feature.ACCESS_RECORDING,
          Feature.PROCESS_END,
          Feature.READ_ONLY_FOLDERS,
          Feature.FIXED_FOLDERS,
          Feature.METRICS);

  boolean records() {
    return obstacle.isEmpty();
  }

  /// What an engine can do, whose provider itself offers these.
  Capabilities with(Capabilities offered) {
    Set<Feature> features = EnumSet.copyOf(offered.features());
    Map<String, String> missing = new HashMap<>(offered.missing());
    for (Feature feature : RECORDED) {
      if (records()) {
        features.add(feature);
        missing.remove(feature.name());
      } else {
        missing.put(feature.name(), remedy());
      }
    }
    if (records() && executions) {
      features.add(Feature.EXECUTION_RECORDING);
    } else {
      missing.put(
          Feature.EXECUTION_RECORDING.name(),
          "an executed file is shown as opened only; that needs recorded sandboxes and Linux 5.13 or newer with fanotify");
    }
    return new Capabilities(features, offered.limits(), offered.bases(), missing);
  }

  private String remedy() {
    return "no recorded sandbox can be made within the provider's (%s); that needs user namespaces there, bubblewrap and slirp4netns in the base and a folder %s that its user can write to, not on overlayfs; else prove skills on an engine that records (assay.sandbox.engine: local)"
        .formatted(obstacle, NestedSandbox.FOLDER);
  }
}
