package dev.assay.web.console.evidence;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The result of a finished run.
///
/// @param scores the scores; empty if the run stopped before all were measured
/// @param held the reasons why a person has to decide; empty if the validation decided
/// @param proof the confidence of the verdict, in one line; empty in older records
/// @param executors the outcome of each model that did the tasks
/// @param image the runtime image of the test
/// @param findings the reasons for the verdict, and further notes
/// @param offline the skill's behaviour offline, in one sentence; empty in older records
/// @param origin the origin of the image, such as `host on amd64, engine local`; empty in older
///   records
public record ResultView(
    boolean passed,
    List<String> held,
    String proof,
    boolean rehearsal,
    String image,
    String origin,
    List<FindingView> findings,
    Optional<ScoresView> scores,
    String offline,
    List<Line> tasks,
    List<String> conflicts,
    ExecutorsView executors) {
  /// Returns the reasons for a failure, the likeliest cause first.
  public List<FindingView> causes() {
    return findings.stream().filter(FindingView::isError).toList();
  }

  /// Returns the findings that are no errors.
  public List<FindingView> notes() {
    return findings.stream().filter(each -> !each.isError()).toList();
  }

  /// A summary of a task, online and offline.
  ///
  /// @param used whether the skill was used, online or offline
  /// @param attempts the number of places that it tried to reach while the network was blocked;
  ///   empty if the offline phase was not reached
  public record Line(
      String task,
      String prompt,
      Optional<Integer> online,
      Optional<Integer> offline,
      boolean used,
      Optional<Integer> attempts) {
    static Line of(JsonNode task) {
      JsonNode online = task.path("online");
      JsonNode offline = task.path("offline");
      return new Line(
          StoredJson.text(task, "task"),
          StoredJson.text(task, "prompt"),
          score(online),
          score(offline),
          online.path("activated").asBoolean(false) || offline.path("activated").asBoolean(false),
          Optional.of(offline).filter(JsonNode::isObject).map(each -> each.path("network").size()));
    }

    private static Optional<Integer> score(JsonNode attempt) {
      return Optional.of(attempt.path("score")).filter(JsonNode::isNumber).map(JsonNode::asInt);
    }

    /// The lowest grade of a task that counts as done, by the judge's rubric.
    private static final int DONE = 3;

    public static boolean done(Optional<Integer> score) {
      return score.filter(judged -> judged >= DONE).isPresent();
    }
  }

  /// Summarizes the run in one sentence.
  public String summary() {
    int all = tasks.size();
    long reached = tasks.stream().filter(task -> task.attempts().isPresent()).count();
    long attempts = tasks.stream().mapToInt(task -> task.attempts().orElse(0)).sum();
    String online =
        "%d of %d tasks done online"
            .formatted(tasks.stream().filter(task -> Line.done(task.online())).count(), all);
    String used = "the skill was used for %d".formatted(tasks.stream().filter(Line::used).count());
    if (reached == 0) {
      return "%s; %s; offline was not reached.".formatted(online, used);
    }
    return "%s, %d of %d offline; %s; %s to reach the network while it was blocked."
        .formatted(
            online,
            tasks.stream().filter(task -> Line.done(task.offline())).count(),
            reached,
            used,
            attempts == 0 ? "no attempt" : attempts == 1 ? "1 attempt" : attempts + " attempts");
  }

  private static String origin(JsonNode result) {
    String architecture = StoredJson.text(result, "architecture");
    String engine = StoredJson.text(result, "engine");
    return architecture.isEmpty()
        ? ""
        : StoredJson.text(result, "base")
            + " on "
            + architecture
            + (engine.isEmpty() ? "" : ", engine " + engine);
  }

  public static ResultView read(String json) {
    JsonNode result = StoredJson.read(json);
    return new ResultView(
        StoredJson.text(result, "outcome").equals("passed"),
        StoredJson.texts(result, "held_reasons"),
        StoredJson.text(result.path("proof"), "words"),
        result.path("rehearsal").asBoolean(false),
        StoredJson.text(result, "runtime_image_version"),
        origin(result),
        result.path("findings").valueStream().map(FindingView::of).toList(),
        Optional.of(result.path("scores")).filter(JsonNode::isObject).map(ScoresView::of),
        StoredJson.text(result.path("layer1_result").path("network_test"), "summary"),
        result.path("tasks").valueStream().map(Line::of).toList(),
        result
            .path("layer2_result")
            .path("conflicts")
            .valueStream()
            .map(each -> StoredJson.text(each.path("resolution_result"), "reason"))
            .toList(),
        ExecutorsView.of(result));
  }
}
