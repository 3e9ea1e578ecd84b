package dev.assay.sandbox.daytona;

import dev.assay.sandbox.remote.Json;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// A sandbox as Daytona describes it. Its state is text: new ones come with new versions.
///
/// @param toolbox the address below which its toolbox is; older servers have to be asked for it
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

  /// Whether it can never become usable again; a state nobody knows may still.
  boolean isLost() {
    return LOST.contains(state);
  }
}
