package dev.assay.web.console.evidence;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// One thing that explains a verdict.
///
/// @param severity `error`, `warning` or `note`
/// @param place `scripts/sum.py:12`; empty if it is about no file
public record FindingView(
    String code,
    String severity,
    String message,
    String place,
    List<String> seenIn,
    String excerpt,
    String hint,
    String command) {
  static FindingView of(JsonNode node) {
    String file = StoredJson.text(node, "file");
    int line = node.path("line").asInt(0);
    return new FindingView(
        StoredJson.text(node, "code"),
        StoredJson.text(node, "severity"),
        StoredJson.text(node, "message"),
        line > 0 ? file + ":" + line : file,
        StoredJson.texts(node, "seen_in"),
        StoredJson.text(node, "excerpt"),
        StoredJson.text(node, "hint"),
        StoredJson.text(node, "command"));
  }

  public boolean isError() {
    return severity.equals("error");
  }

  public String colour() {
    return switch (severity) {
      case "error" -> "red";
      case "warning" -> "orange";
      default -> "secondary";
    };
  }
}
