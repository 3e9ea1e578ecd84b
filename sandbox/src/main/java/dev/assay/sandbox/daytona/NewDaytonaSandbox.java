package dev.assay.sandbox.daytona;

import dev.assay.sandbox.remote.Json;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The sandbox that is asked for.
///
/// @param name for people; the labels are what programs go by
/// @param idle stopped and deleted after being unused for so long
/// @param resources refused by Daytona together with a snapshot, which has its own
record NewDaytonaSandbox(
    String name,
    String snapshot,
    Map<String, String> labels,
    DaytonaNetwork network,
    Optional<Duration> idle,
    Resources resources) {
  /// How far it may go out.
  sealed interface DaytonaNetwork {
    record Blocked() implements DaytonaNetwork {}

    record Open() implements DaytonaNetwork {}

    /// @param domains separated by commas
    record Domains(String domains) implements DaytonaNetwork {}
  }

  /// In cores and GiB.
  record Resources(OptionalInt cpu, OptionalInt memory, OptionalInt disk) {
    static final Resources OF_SNAPSHOT =
        new Resources(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
  }

  JsonNode json(Optional<String> target) {
    ObjectNode json = Json.object();
    json.put("name", name);
    json.put("snapshot", snapshot);
    json.set("labels", Json.object(labels));
    json.put("public", false);
    switch (network) {
      case DaytonaNetwork.Blocked _ -> json.put("networkBlockAll", true);
      case DaytonaNetwork.Open _ -> json.put("networkBlockAll", false);
      case DaytonaNetwork.Domains allowed -> json.put("domainAllowList", allowed.domains());
    }
    target.ifPresent(region -> json.put("target", region));
    idle.ifPresent(
        time -> json.put("autoStopInterval", (int) Math.max(1, time.plusSeconds(59).toMinutes())));
    json.put("autoDeleteInterval", 0); // deleted as soon as it stops
    resources.cpu().ifPresent(value -> json.put("cpu", value));
    resources.memory().ifPresent(value -> json.put("memory", value));
    resources.disk().ifPresent(value -> json.put("disk", value));
    return json;
  }
}
