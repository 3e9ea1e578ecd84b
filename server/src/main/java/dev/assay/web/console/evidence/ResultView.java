package dev.assay.web.console.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What a finished run came to.
///
/// @param scores empty if it stopped before everything was measured
/// @param image the runtime image it was tested on
public record ResultView(
    boolean passed,
    boolean rehearsal,
    String image,
    List<Reason> reasons,
    List<String> warnings,
    Optional<ScoresView> scores,
    List<String> conflicts) {
  public record Reason(String code, String message) {}

  public static ResultView read(String json) {
    JsonNode result = Kept.read(json);
    List<Reason> reasons = new ArrayList<>();
    result
        .path("reasons")
        .forEach(
            each -> reasons.add(new Reason(Kept.text(each, "code"), Kept.text(each, "message"))));
    return new ResultView(
        Kept.text(result, "outcome").equals("passed"),
        result.path("rehearsal").asBoolean(false),
        Kept.text(result, "image"),
        List.copyOf(reasons),
        Kept.texts(result, "warnings"),
        Optional.of(result.path("scores")).filter(JsonNode::isObject).map(ScoresView::of),
        Kept.texts(result.path("packages"), "conflicts"));
  }
}
