package dev.assay.sandbox.e2b;

import dev.assay.sandbox.remote.Json;
import dev.assay.skill.Secret;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A sandbox as E2B describes it.
///
/// @param state `running` or `paused`; empty in the answers that do not say
/// @param token for its daemon, where it wants one
/// @param domain below which it is reached; empty for the usual one
record E2bState(
    String id,
    String state,
    String daemonVersion,
    Optional<Secret> token,
    String domain,
    Map<String, String> metadata) {
  static E2bState of(JsonNode json) {
    return new E2bState(
        Json.text(json, "sandboxID"),
        Json.text(json, "state"),
        Json.text(json, "envdVersion"),
        Optional.of(Json.text(json, "envdAccessToken"))
            .filter(text -> !text.isEmpty())
            .map(Secret::of),
        Json.text(json, "domain"),
        Json.texts(json.path("metadata")));
  }

  boolean isPaused() {
    return state.equals("paused");
  }
}
