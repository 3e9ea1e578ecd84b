package dev.assay.web.console.evidence;

import java.util.List;
import java.util.Set;
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
  /// Those with a passage of the skill.
  private static final Set<String> QUOTING =
      Set.of("READS_AS_ATTACK", "SPEAKS_TO_JUDGE", "SEEN_AT_WORK");

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

  /// What the excerpt is.
  public String excerptTitle() {
    return QUOTING.contains(code) ? "What it says" : "What was printed";
  }

  public String colour() {
    return switch (severity) {
      case "error" -> "red";
      case "warning" -> "orange";
      default -> "secondary";
    };
  }
}
