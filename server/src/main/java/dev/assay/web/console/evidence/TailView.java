package dev.assay.web.console.evidence;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The current activity of an agent: the end of a transcript that is still being written.
///
/// @param doing the running tools, or a note that the model is being asked
/// @param lines the last lines of text or tool results
public record TailView(String doing, String lines) {
  private static final int MOST_LINES = 8;
  private static final int LONGEST = 160;

  public static TailView read(String json) {
    JsonNode entries = StoredJson.read(json);
    JsonNode last = entries.isEmpty() ? entries : entries.get(entries.size() - 1);
    List<String> doing = new ArrayList<>();
    for (JsonNode call : last.path("calls")) {
      doing.add(StoredJson.text(call, "tool") + " " + cut(StoredJson.text(call, "arguments")));
    }
    StringBuilder text = new StringBuilder();
    for (JsonNode entry : entries) {
      String said = StoredJson.text(entry, entry.has("result") ? "result" : "text");
      text.append(said).append(said.isEmpty() ? "" : "\n");
    }
    return new TailView(
        doing.isEmpty() ? "asks the model" : String.join("; ", doing), end(text.toString()));
  }

  private static String end(String text) {
    List<String> lines = text.strip().lines().map(TailView::cut).toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()));
  }

  private static String cut(String line) {
    return line.codePointCount(0, line.length()) <= LONGEST
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST)) + "…";
  }
}
