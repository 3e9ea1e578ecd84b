package dev.assay.web.console.evidence;

import dev.assay.web.console.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// A task that was done once, in a sandbox of its own.
///
/// @param uses proofs that skills were really used
/// @param network what was tried to reach, or was contacted
/// @param seen when each of those was first tried, where that was kept
/// @param offlineProof how the sandbox was proved to be offline; empty if it was not meant to be
/// @param took time, CPU, memory and disk in words
public record TrialView(
    String ending,
    String answer,
    List<Use> uses,
    List<String> network,
    Map<String, Instant> seen,
    String offlineProof,
    List<String> installs,
    List<String> produced,
    List<String> took,
    Optional<UUID> transcript,
    Optional<GradeView> grade) {
  /// @param tested whether it is the skill under test
  public record Use(String skill, String how, String place, boolean tested) {}

  static TrialView of(JsonNode run, Optional<GradeView> grade, String skill) {
    List<Use> uses = new ArrayList<>();
    for (JsonNode each : run.path("activations")) {
      String name = StoredJson.text(each, "skill");
      uses.add(
          new Use(
              name,
              StoredJson.text(each, "use").toLowerCase(java.util.Locale.ROOT),
              StoredJson.text(each, "place"),
              name.equals(skill)));
    }
    List<String> network = new ArrayList<>(StoredJson.texts(run, "attempts"));
    network.addAll(StoredJson.texts(run, "destinations"));
    List<String> produced = new ArrayList<>();
    run.path("produced").forEach(file -> produced.add(StoredJson.text(file, "name")));
    return new TrialView(
        StoredJson.text(run, "ending"),
        StoredJson.text(run, "answer"),
        List.copyOf(uses),
        network.stream().distinct().toList(),
        StoredJson.moments(run, "seen"),
        StoredJson.text(run, "offlineProof"),
        StoredJson.texts(run, "installs"),
        List.copyOf(produced),
        took(run.path("used")),
        StoredJson.id(run, "transcript"),
        grade);
  }

  public boolean activated() {
    return uses.stream().anyMatch(Use::tested);
  }

  private static List<String> took(JsonNode used) {
    return List.of(
        Amounts.took(Duration.ofMillis(used.path("millis").asLong(0))),
        Amounts.took(Duration.ofMillis(used.path("cpuMillis").asLong(0))) + " of CPU",
        Amounts.bytes(used.path("peakMemory").asLong(0)) + " of memory at most",
        Amounts.bytes(used.path("diskRead").asLong(0)) + " read",
        Amounts.bytes(used.path("diskWritten").asLong(0)) + " written");
  }
}
