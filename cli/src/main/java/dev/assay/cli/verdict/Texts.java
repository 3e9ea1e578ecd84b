package dev.assay.cli.verdict;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// Joins texts of a result. They are untrusted: a caller makes them visible before it prints them.
final class Texts {
  private static final int MOST = 5;

  private Texts() {}

  /// Lists the first few texts and the number of the others.
  static String list(List<String> all, String none) {
    if (all.isEmpty()) {
      return none;
    }
    String shown = String.join(", ", all.stream().limit(MOST).toList());
    return all.size() > MOST ? shown + " and " + (all.size() - MOST) + " more" : shown;
  }

  /// Describes a finding of a refused upload in one line.
  static String finding(JsonNode finding) {
    String file = finding.path("file").asString("");
    int line = finding.path("line").asInt(0);
    String place = file.isEmpty() ? "" : file + (line > 0 ? ":" + line : "") + " ";
    return place
        + finding.path("code").asString("")
        + " "
        + finding.path("message").asString("")
        + " → "
        + finding.path("hint").asString("");
  }
}
