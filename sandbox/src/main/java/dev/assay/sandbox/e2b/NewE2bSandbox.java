package dev.assay.sandbox.e2b;

import dev.assay.sandbox.remote.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The sandbox that is asked for.
///
/// @param timeout after it E2B kills the sandbox, however it is used
record NewE2bSandbox(
    String template, Duration timeout, Map<String, String> metadata, E2bNetwork network) {
  static final String EVERYWHERE = "0.0.0.0/0";

  /// How far it may go out.
  sealed interface E2bNetwork {
    record Blocked() implements E2bNetwork {}

    record Open() implements E2bNetwork {}

    /// Only these; addresses and networks may be denied on top where everything else is allowed.
    ///
    /// @param allowed domains, `*.domain`, addresses or networks; they win over what is denied
    record Rules(List<String> allowed, List<String> denied) implements E2bNetwork {}
  }

  JsonNode json() {
    ObjectNode json = Json.object();
    json.put("templateID", template);
    json.put("timeout", seconds(timeout));
    json.put("secure", true);
    json.set("metadata", Json.object(metadata));
    switch (network) {
      case E2bNetwork.Blocked _ -> json.put("allow_internet_access", false);
      case E2bNetwork.Open _ -> json.put("allow_internet_access", true);
      case E2bNetwork.Rules rules -> {
        ObjectNode wanted = json.putObject("network");
        rules.allowed().forEach(wanted.putArray("allowOut")::add);
        rules.denied().forEach(wanted.putArray("denyOut")::add);
      }
    }
    return json;
  }

  /// Whole seconds, never fewer than asked for.
  static int seconds(Duration time) {
    return (int) Math.max(1, time.plusMillis(999).toSeconds());
  }
}
