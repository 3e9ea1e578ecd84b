package dev.assay.web.console.evidence;

import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// A finding that explains a verdict.
///
/// @param severity the severity: `error`, `warning` or `note`
/// @param place the place, such as `scripts/sum.py:12`; empty if the finding is about no file
public record FindingView(
    String code,
    String severity,
    String message,
    String place,
    List<String> seenIn,
    String excerpt,
    String hint,
    String command) {
  /// The codes of findings that quote the skill.
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

  /// Returns the title of the excerpt.
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
