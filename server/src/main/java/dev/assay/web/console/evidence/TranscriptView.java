package dev.assay.web.console.evidence;

import dev.assay.web.console.Amounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The instructions, texts and tool calls of an agent.
public record TranscriptView(List<Entry> entries) {
  /// @param who the speaker: `Instructions`, `Task`, `Agent`, `Tool`, `Sub-agent` or `Note`
  /// @param tool the tool that was used; empty for text
  /// @param text the text, or the answer of a tool
  /// @param inner the entries of a sub-agent
  public record Entry(
      String who,
      String when,
      String text,
      String tool,
      String arguments,
      boolean failed,
      String took,
      List<Entry> inner) {}

  public static TranscriptView read(String json) {
    return new TranscriptView(entries(StoredJson.read(json)));
  }

  private static List<Entry> entries(JsonNode list) {
    List<Entry> entries = new ArrayList<>();
    list.forEach(node -> entries.add(entry(node)));
    return List.copyOf(entries);
  }

  private static Entry entry(JsonNode node) {
    String type = node.path("type").asString("");
    JsonNode call = node.path("call");
    return new Entry(
        who(type),
        StoredJson.text(node, "when"),
        StoredJson.text(node, type.equals("used") ? "result" : "text"),
        StoredJson.text(call, "tool"),
        StoredJson.text(call, "arguments"),
        node.path("failed").asBoolean(false),
        node.has("took_ms") ? Amounts.took(Duration.ofMillis(node.path("took_ms").asLong(0))) : "",
        entries(node.path("entries")));
  }

  private static String who(String type) {
    return switch (type) {
      case "instructed" -> "Instructions";
      case "asked" -> "Task";
      case "replied" -> "Agent";
      case "used" -> "Tool";
      case "delegated" -> "Sub-agent";
      default -> "Note";
    };
  }
}
