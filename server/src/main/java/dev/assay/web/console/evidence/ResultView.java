package dev.assay.web.console.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What a finished run came to.
///
/// @param scores empty if it stopped before everything was measured
/// @param held why a person has to decide; empty if the validation decided
/// @param proof how sure the verdict is, in one line; empty in older records
/// @param executors what each model came to that did the tasks
/// @param image the runtime image it was tested on
/// @param origin what that was made from, such as `host on amd64`; empty in older records
public record ResultView(
    boolean passed,
    List<String> held,
    String proof,
    boolean rehearsal,
    String image,
    String origin,
    List<Reason> reasons,
    List<String> warnings,
    Optional<ScoresView> scores,
    List<Line> tasks,
    List<String> conflicts,
    ExecutorsView executors) {
  public record Reason(String code, String message) {}

  /// A task in brief, online beside offline.
  ///
  /// @param used whether the skill was used for it, in either place
  /// @param attempts how many places it tried to reach while the network was blocked
  public record Line(
      String task,
      String prompt,
      Optional<Integer> online,
      Optional<Integer> offline,
      boolean used,
      int attempts) {
    static Line of(JsonNode task) {
      JsonNode online = task.path("online");
      JsonNode offline = task.path("offline");
      return new Line(
          StoredJson.text(task, "task"),
          StoredJson.text(task, "prompt"),
          score(online),
          score(offline),
          online.path("activated").asBoolean(false) || offline.path("activated").asBoolean(false),
          offline.path("network").size());
    }

    private static Optional<Integer> score(JsonNode attempt) {
      return Optional.of(attempt.path("score")).filter(JsonNode::isNumber).map(JsonNode::asInt);
    }

    /// As the judge's rubric has it.
    public static boolean done(Optional<Integer> score) {
      return score.filter(judged -> judged >= GradeView.DONE).isPresent();
    }
  }

  /// What happened, in one sentence.
  public String summary() {
    int all = tasks.size();
    long attempts = tasks.stream().mapToInt(Line::attempts).sum();
    return "%d of %d tasks done online, %d of %d offline; the skill was used for %d; %s to reach the network while it was blocked."
        .formatted(
            tasks.stream().filter(task -> Line.done(task.online())).count(),
            all,
            tasks.stream().filter(task -> Line.done(task.offline())).count(),
            all,
            tasks.stream().filter(Line::used).count(),
            attempts == 0 ? "no attempt" : attempts == 1 ? "1 attempt" : attempts + " attempts");
  }

  private static String origin(String base, String architecture) {
    return architecture.isEmpty() ? "" : base + " on " + architecture;
  }

  public static ResultView read(String json) {
    JsonNode result = StoredJson.read(json);
    List<Reason> reasons = new ArrayList<>();
    result
        .path("reasons")
        .forEach(
            each ->
                reasons.add(
                    new Reason(StoredJson.text(each, "code"), StoredJson.text(each, "message"))));
    return new ResultView(
        StoredJson.text(result, "outcome").equals("passed"),
        StoredJson.texts(result, "held"),
        StoredJson.text(result.path("proof"), "words"),
        result.path("rehearsal").asBoolean(false),
        StoredJson.text(result, "image"),
        origin(StoredJson.text(result, "base"), StoredJson.text(result, "architecture")),
        List.copyOf(reasons),
        StoredJson.texts(result, "warnings"),
        Optional.of(result.path("scores")).filter(JsonNode::isObject).map(ScoresView::of),
        result.path("tasks").valueStream().map(Line::of).toList(),
        StoredJson.texts(result.path("packages"), "conflicts"),
        ExecutorsView.of(result));
  }
}
