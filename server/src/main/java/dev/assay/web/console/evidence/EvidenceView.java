package dev.assay.web.console.evidence;

import dev.assay.workflow.StepRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What the steps of a run found so far.
///
/// @param installed empty until the installation is done
public record EvidenceView(
    List<TaskView> tasks,
    List<Contact> network,
    Optional<DependenciesView> installed,
    List<RegressionView> regressions) {
  /// A place in the network that was tried or contacted.
  ///
  /// @param phase `install`, `online` or `offline`
  /// @param task empty during the installation
  /// @param when it was first tried; empty if that was not kept
  public record Contact(String phase, String task, String place, Optional<Instant> when) {}

  /// @param skill the name of the one under test
  public static EvidenceView of(String skill, List<StepRecord> steps) {
    Map<String, JsonNode> found = new HashMap<>();
    List<RegressionView> regressions = new ArrayList<>();
    for (StepRecord step : steps) {
      step.result().map(StoredJson::read).ifPresent(result -> found.put(step.name(), result));
      if (step.name().startsWith("regress ") && found.containsKey(step.name())) {
        regressions.add(RegressionView.of(found.get(step.name())));
      }
    }
    List<TaskView> tasks = new ArrayList<>();
    List<Contact> network = new ArrayList<>();
    Optional<JsonNode> installed = Optional.ofNullable(found.get("install"));
    installed.ifPresent(
        node ->
            StoredJson.texts(node, "destinations")
                .forEach(
                    place -> network.add(new Contact("install", "", place, Optional.empty()))));
    for (JsonNode written : batches(found)) {
      for (JsonNode task : written.path("tasks")) {
        String id = StoredJson.text(task, "id");
        for (String by : executors(found)) {
          Optional<TrialView> online = trial(found, skill, "online " + id + by, "judge " + id + by);
          Optional<TrialView> offline =
              trial(found, skill, "offline " + id + by, "judge-offline " + id + by);
          tasks.add(TaskView.of(task, id + by, online, offline));
          online.ifPresent(trial -> add(network, "online", id + by, trial));
          offline.ifPresent(trial -> add(network, "offline", id + by, trial));
        }
      }
    }
    return new EvidenceView(
        List.copyOf(tasks),
        List.copyOf(network),
        installed.map(DependenciesView::of),
        List.copyOf(regressions));
  }

  /// What the names of an executor's steps end with: nothing for one alone.
  private static List<String> executors(Map<String, JsonNode> found) {
    JsonNode setup = found.get("prepare");
    List<String> models = setup == null ? List.of() : StoredJson.texts(setup, "executors");
    return models.size() < 2 ? List.of("") : models.stream().map(model -> " by " + model).toList();
  }

  /// What was written: three tasks, or as many batches as the level of proof took.
  private static List<JsonNode> batches(Map<String, JsonNode> found) {
    List<JsonNode> batches = new ArrayList<>();
    JsonNode next = found.get("tasks");
    while (next != null) {
      batches.add(next);
      next = found.get("tasks " + (batches.size() + 1));
    }
    return batches;
  }

  /// Whether a task was tried while the network was blocked.
  public boolean offlineReached() {
    return tasks.stream().anyMatch(task -> task.offline().isPresent());
  }

  /// Attempts while the network was blocked.
  public long attempts() {
    return network.stream().filter(contact -> contact.phase().equals("offline")).count();
  }

  /// How many tasks the skill with the most of them was tried on.
  public int regressionTasks() {
    return regressions.stream().mapToInt(each -> each.tasks().size()).max().orElse(0);
  }

  private static Optional<TrialView> trial(
      Map<String, JsonNode> found, String skill, String run, String grade) {
    return Optional.ofNullable(found.get(run))
        .map(
            node ->
                TrialView.of(
                    node, Optional.ofNullable(found.get(grade)).map(GradeView::of), skill));
  }

  private static void add(List<Contact> network, String phase, String task, TrialView trial) {
    trial
        .network()
        .forEach(
            place ->
                network.add(
                    new Contact(phase, task, place, Optional.ofNullable(trial.seen().get(place)))));
  }
}
