package dev.assay.cli.verdict;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// What to fix, from the reasons of a failure and from what the tasks show.
final class Advice {
  private static final int MOST_MISSED = 5;

  private Advice() {}

  static List<String> on(JsonNode result) {
    List<String> advice = new ArrayList<>();
    for (JsonNode reason : result.path("reasons")) {
      advice.add(reason.path("code").asString("") + ": " + reason.path("message").asString(""));
    }
    missed(result, advice);
    unused(result, advice);
    network(result, advice);
    return advice;
  }

  private static void missed(JsonNode result, List<String> advice) {
    Set<String> missed = new LinkedHashSet<>();
    for (JsonNode task : result.path("tasks")) {
      String id = task.path("task").asString("");
      Texts.all(task.path("online"), "missed").forEach(each -> missed.add(id + " missed: " + each));
    }
    missed.stream().limit(MOST_MISSED).forEach(advice::add);
    if (missed.size() > MOST_MISSED) {
      advice.add((missed.size() - MOST_MISSED) + " more missed requirements are in the report.");
    }
  }

  private static void unused(JsonNode result, List<String> advice) {
    List<String> unused =
        result
            .path("tasks")
            .valueStream()
            .filter(task -> task.path("online").isObject())
            .filter(task -> !task.path("online").path("activated").asBoolean())
            .map(task -> task.path("task").asString(""))
            .toList();
    if (!unused.isEmpty()) {
      advice.add(
          "Nobody chose the skill for %s: let its description say when to use it, in the words people ask with."
              .formatted(String.join(", ", unused)));
    }
  }

  private static void network(JsonNode result, List<String> advice) {
    Set<String> places = new LinkedHashSet<>();
    for (JsonNode task : result.path("tasks")) {
      places.addAll(Texts.all(task.path("offline"), "network"));
    }
    if (!places.isEmpty()) {
      advice.add(
          "Offline it tried to reach %s: bring along what it needs, or do without."
              .formatted(String.join(", ", places)));
    }
  }
}
