package dev.assay.sandbox.remote;

import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Limit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a provider's sandboxes can do by themselves, without the recorded sandbox within them.
public final class ProviderCapabilities {
  private ProviderCapabilities() {}

  /// @param provider its name, as people write it
  /// @param base what its sandboxes start from
  /// @param size why it takes no limits of size, and what to do
  public static Capabilities of(String provider, String base, String size) {
    Map<String, String> missing = new HashMap<>();
    String records =
        provider
            + " does not record what its sandboxes do; prove skills on an engine that does (assay.sandbox.engine: local)";
    missing.put(Feature.NETWORK_RECORDING.name(), records);
    missing.put(Feature.ACCESS_RECORDING.name(), records);
    missing.put(
        Feature.HOST_FOLDERS.name(),
        provider
            + "'s sandboxes are on other machines; conversations and tools synchronise their folders");
    missing.put(
        Feature.ALLOW_LIST.name(), provider + " allows networks or domains, but no ports of hosts");
    for (Limit limit : List.of(Limit.CPU, Limit.MEMORY, Limit.DISK)) {
      missing.put("limit " + limit, provider + " " + size);
    }
    for (Limit limit : List.of(Limit.PROCESSES, Limit.FILES)) {
      missing.put("limit " + limit, provider + " does not limit it");
    }
    return new Capabilities(
        Set.of(
            Feature.BLOCKED_NETWORK,
            Feature.OPEN_NETWORK,
            Feature.SNAPSHOT,
            Feature.SEPARATE_STDERR,
            Feature.SIGNAL_OUTCOME,
            Feature.BACKGROUND,
            Feature.COMMAND_USAGE),
        Set.of(Limit.WALL),
        Set.of(base),
        missing);
  }
}
