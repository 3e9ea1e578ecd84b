package dev.assay.agent.openai;

import dev.assay.agent.protocol.Thinking;
import dev.assay.agent.protocol.WireJson;
import dev.assay.skill.model.Original;
import dev.assay.skill.model.ToolCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Puts a reply together: text, thoughts, tool calls and their other fields.
final class ReplyPieces {
  private static final List<String> THOUGHTS = List.of("reasoning_content", "reasoning");
  private static final List<String> LISTS = List.of("reasoning_details", "thinking_blocks");
  private static final Set<String> TEXTS = Set.of("text", "output_text");
  private static final String EXTRA = "extra_content";

  private final Thinking thinking;
  private final StringBuilder text = new StringBuilder();
  private final MergedList parts = new MergedList();
  private final Map<String, StringBuilder> thoughts = new LinkedHashMap<>();
  private final Map<String, MergedList> lists = new LinkedHashMap<>();
  private final CallPieces calls = new CallPieces();
  private String extra = "";
  private boolean inParts;

  ReplyPieces(Thinking thinking) {
    this.thinking = thinking;
  }

  /// Adds a delta or a whole message.
  void add(JsonNode said) {
    addContent(said.path("content"));
    for (String name : THOUGHTS) {
      String piece = WireJson.text(said, name);
      if (!piece.isEmpty()) {
        thoughts.computeIfAbsent(name, _ -> new StringBuilder()).append(piece);
      }
    }
    for (String name : LISTS) {
      said.path(name)
          .forEach(piece -> lists.computeIfAbsent(name, _ -> new MergedList()).add(piece));
    }
    if (said.path(EXTRA).isObject()) {
      extra = said.path(EXTRA).toString();
    }
    calls.add(said.path("tool_calls"));
    if (said.path("function_call").isObject()) {
      ObjectNode call = WireJson.MAPPER.createObjectNode();
      call.set("function", said.path("function_call"));
      calls.add(call);
    }
  }

  private void addContent(JsonNode content) {
    if (content.isString()) {
      addText(content.asString());
    } else if (content.isArray()) {
      content.forEach(this::addPart);
    } else if (content.isObject()) {
      addPart(content);
    }
  }

  private void addPart(JsonNode part) {
    if (part.isString()) {
      addText(part.asString());
    } else if (TEXTS.contains(WireJson.text(part, "type")) || isBareText(part)) {
      addText(WireJson.text(part, "text"));
    } else {
      inParts = true;
      parts.add(part);
    }
  }

  private static boolean isBareText(JsonNode part) {
    return part.path("type").isMissingNode() && part.path("text").isString();
  }

  void addText(String piece) {
    text.append(piece);
    thinking.add(piece);
    if (!piece.isEmpty()) {
      ObjectNode part = WireJson.MAPPER.createObjectNode();
      part.put("type", "text");
      part.put("text", piece);
      parts.add(part);
    }
  }

  void end() {
    thinking.end();
  }

  /// The text without its thoughts.
  String text() {
    return Thinking.strip(text.toString());
  }

  List<ToolCall> calls() {
    return calls.calls();
  }

  /// Says whether there is a text or a call, and all calls are complete.
  boolean isSomething() {
    return calls.isEmpty() ? !text().isBlank() : calls.areComplete();
  }

  List<Original.Block> blocks() {
    List<Original.Block> blocks = new ArrayList<>();
    if (inParts) {
      for (ObjectNode part : parts.parts()) {
        blocks.add(
            WireJson.text(part, "type").equals("text")
                ? new Original.Text(WireJson.text(part, "text"))
                : new Original.Part(part.toString()));
      }
    }
    if (lists.isEmpty()) {
      thoughts.forEach(
          (name, words) ->
              blocks.add(
                  new Original.Field(name, WireJson.MAPPER.writeValueAsString(words.toString()))));
    }
    lists.forEach((name, list) -> blocks.add(new Original.Field(name, list.json())));
    if (!extra.isEmpty()) {
      blocks.add(new Original.Field(EXTRA, extra));
    }
    for (int number = 0; number < calls.calls().size(); number++) {
      if (!calls.extra(number).isEmpty()) {
        blocks.add(new Original.Call(number, calls.extra(number)));
      }
    }
    return blocks;
  }
}
