package dev.assay.sandbox.e2b;

import dev.assay.sandbox.remote.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A request for a new sandbox.
///
/// @param timeout the time after which E2B kills the sandbox, regardless of use
record NewE2bSandbox(
    String template, Duration timeout, Map<String, String> metadata, E2bNetwork network) {
  static final String EVERYWHERE = "0.0.0.0/0";

  /// The access to the network.
  sealed interface E2bNetwork {
    record Blocked() implements E2bNetwork {}

    record Open() implements E2bNetwork {}

    /// Rules of access. Addresses and networks may be denied where everything else is allowed.
    ///
    /// @param allowed domains, `*.domain`, addresses or networks; they win over denied ones
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

  /// The time in whole seconds, rounded up.
  static int seconds(Duration time) {
    return (int) Math.max(1, time.plusMillis(999).toSeconds());
  }
}
