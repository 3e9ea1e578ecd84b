package dev.assay.agent.anthropic;

import dev.assay.agent.protocol.WireJson;
import dev.assay.skill.model.Original;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A message that is being put together, block by block.
final class ClaudeMessage {
  private final Map<Integer, Pieces> blocks = new TreeMap<>();
  private final Map<String, Long> counts = new TreeMap<>();
  private String model = "";
  private String stop = "";
  private boolean ended;

  private static final class Pieces {
    private final ObjectNode node;
    private final StringBuilder input = new StringBuilder();
    private boolean understood = true;

    Pieces(ObjectNode node) {
      this.node = node;
    }

    void append(String field, String piece) {
      node.put(field, WireJson.text(node, field) + piece);
    }

    String type() {
      return WireJson.text(node, "type");
    }
  }

  void start(JsonNode message) {
    model = WireJson.text(message, "model");
    count(message.path("usage"));
  }

  void begin(int index, JsonNode block) {
    if (block.isObject()) {
      blocks.put(index, new Pieces((ObjectNode) block.deepCopy()));
    }
  }

  void add(int index, JsonNode delta) {
    Pieces pieces = blocks.get(index);
    if (pieces == null) {
      return; // a block that never began
    }
    switch (WireJson.text(delta, "type")) {
      case "text_delta" -> pieces.append("text", WireJson.text(delta, "text"));
      case "thinking_delta" -> pieces.append("thinking", WireJson.text(delta, "thinking"));
      case "signature_delta" -> pieces.append("signature", WireJson.text(delta, "signature"));
      case "input_json_delta" -> pieces.input.append(WireJson.text(delta, "partial_json"));
      case "citations_delta" -> {} // the provider does not want them back
      default -> pieces.understood = false;
    }
  }

  void endBlock(int index) {
    Pieces pieces = blocks.get(index);
    if (pieces != null && !pieces.input.isEmpty()) {
      WireJson.find(pieces.input.toString()).ifPresent(input -> pieces.node.set("input", input));
    }
  }

  void count(JsonNode usage) {
    usage.forEachEntry(
        (name, value) -> {
          if (value.isNumber()) {
            counts.put(name, Math.max(value.asLong(0), 0));
          }
        });
  }

  void stop(String reason) {
    stop = reason.isEmpty() ? stop : reason;
  }

  void end() {
    ended = true;
  }

  boolean isEnded() {
    return ended;
  }

  boolean isComplete() {
    return !stop.isEmpty() || (ended && !blocks.isEmpty());
  }

  String model() {
    return model;
  }

  String stop() {
    return stop;
  }

  /// The tokens. The number of tokens read includes those from the cache.
  Usage usage() {
    long cached = counts.getOrDefault("cache_read_input_tokens", 0L);
    long written = counts.getOrDefault("cache_creation_input_tokens", 0L);
    long fresh = counts.getOrDefault("input_tokens", 0L);
    return new Usage(
        fresh + cached + written,
        counts.getOrDefault("output_tokens", 0L),
        cached,
        written,
        Optional.empty());
  }

  String text() {
    StringBuilder text = new StringBuilder();
    blocks.values().stream()
        .filter(each -> each.type().equals("text"))
        .forEach(each -> text.append(WireJson.text(each.node, "text")));
    return text.toString();
  }

  List<ToolCall> calls() {
    return blocks.values().stream()
        .filter(each -> each.type().equals("tool_use"))
        .map(
            each ->
                new ToolCall(
                    WireJson.text(each.node, "id"),
                    WireJson.text(each.node, "name"),
                    each.input.isEmpty()
                        ? each.node.path("input").toString()
                        : each.input.toString()))
        .toList();
  }

  /// The blocks that the provider wants back. Blocks of unknown forms are left out.
  List<Original.Block> originals(int callsBefore) {
    List<Original.Block> all = new ArrayList<>();
    int call = callsBefore;
    for (Pieces each : blocks.values()) {
      switch (each.type()) {
        case "text" -> {
          if (!WireJson.text(each.node, "text").isBlank()) {
            all.add(new Original.Text(WireJson.text(each.node, "text")));
          }
        }
        case "tool_use" -> {
          all.add(new Original.Call(call, ""));
          call++;
        }
        default -> {
          if (each.understood) {
            all.add(new Original.Part(each.node.toString()));
          }
        }
      }
    }
    return all;
  }

  /// The blocks unchanged, for a message that goes on.
  List<JsonNode> content() {
    return blocks.values().stream()
        .filter(each -> each.understood)
        .filter(each -> !each.type().equals("text") || !WireJson.text(each.node, "text").isBlank())
        .map(each -> (JsonNode) each.node)
        .toList();
  }
}
