package dev.assay.cli.verdict;

import dev.assay.skill.Visible;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The findings of a result in words. They quote untrusted text, so every text is made visible
/// here.
public final class FindingText {
  private static final int LONGEST = 400;
  private static final int MOST_LINES = 15;
  private static final int LONGEST_LINE = 160;

  private FindingText() {}

  /// Returns the errors in the order of the result, the likeliest cause first.
  public static List<JsonNode> causes(JsonNode result) {
    return result.path("findings").valueStream().filter(FindingText::isError).toList();
  }

  /// Returns the findings that are no errors.
  public static List<JsonNode> notes(JsonNode result) {
    return result.path("findings").valueStream().filter(each -> !isError(each)).toList();
  }

  static boolean isError(JsonNode finding) {
    return finding.path("severity").asString("").equals("error");
  }

  /// Returns the finding in one line, without its evidence.
  public static String brief(JsonNode finding) {
    return finding.path("code").asString("?") + ": " + shown(finding.path("message").asString(""));
  }

  /// Returns all lines of the finding, the brief one first.
  public static List<String> lines(JsonNode finding) {
    List<String> lines = new ArrayList<>();
    lines.add(brief(finding));
    List<String> seen = Texts.all(finding, "seen_in");
    if (!seen.isEmpty()) {
      lines.add("seen in " + shown(String.join(", ", seen)));
    }
    excerpt(finding).forEach(line -> lines.add("| " + line));
    String hint = finding.path("hint").asString("");
    if (!hint.isEmpty()) {
      lines.add("→ " + shown(hint));
    }
    if (isError(finding)) {
      lines.add("repeat it: " + shown(finding.path("command").asString("")));
    }
    return lines;
  }

  private static List<String> excerpt(JsonNode finding) {
    List<String> all =
        finding
            .path("excerpt")
            .asString("")
            .lines()
            .map(line -> Visible.line(line, LONGEST_LINE))
            .toList();
    return all.subList(Math.max(0, all.size() - MOST_LINES), all.size());
  }

  private static String shown(String stranger) {
    return Visible.line(stranger.replaceAll("\\s+", " "), LONGEST);
  }
}
