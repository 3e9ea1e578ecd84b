package dev.assay.sandbox.daytona;

import dev.assay.sandbox.remote.Json;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// A sandbox as Daytona describes it. The state is text, because new versions add states.
///
/// @param toolbox the base address of its toolbox; empty for older servers, which have to be asked
///   for it
record DaytonaState(
    String id,
    String name,
    String state,
    String reason,
    Map<String, String> labels,
    Optional<URI> toolbox) {
  private static final Set<String> LOST =
      Set.of("error", "build_failed", "destroyed", "destroying", "archived", "archiving");

  static DaytonaState of(JsonNode json) {
    return new DaytonaState(
        Json.text(json, "id"),
        Json.text(json, "name"),
        Json.text(json, "state"),
        Json.text(json, "errorReason"),
        Json.texts(json.path("labels")),
        Optional.of(Json.text(json, "toolboxProxyUrl"))
            .filter(text -> !text.isEmpty())
            .map(URI::create));
  }

  boolean isStarted() {
    return state.equals("started");
  }

  /// Returns whether it can never become usable again; false for an unknown state.
  boolean isLost() {
    return LOST.contains(state);
  }
}
