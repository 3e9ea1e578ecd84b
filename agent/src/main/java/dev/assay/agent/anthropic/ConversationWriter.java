package dev.assay.agent.anthropic;

import dev.assay.agent.protocol.WireJson;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Original;
import dev.assay.skill.model.ToolCall;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes the conversation: user and assistant in turn, results of tools first in a user's message,
/// and replies of this model in their original form.
final class ConversationWriter {
  private final String origin;

  ConversationWriter(String origin) {
    this.origin = origin;
  }

  ArrayNode write(List<Message> messages) {
    ArrayNode list = WireJson.MAPPER.createArrayNode();
    for (Message message : messages) {
      switch (message) {
        case Message.Instruction _ -> {} // these have a place of their own
        case Message.Request it -> text(content(list, "user"), spoken(it.text()));
        case Message.ToolResult it -> {
          ObjectNode block = content(list, "user").addObject();
          block.put("type", "tool_result").put("tool_use_id", id(it.callId()));
          block.put("content", spoken(it.text()));
          if (it.failed()) {
            block.put("is_error", true);
          }
        }
        case Message.Reply it -> reply(it, content(list, "assistant"));
      }
    }
    return list;
  }

  /// The list for the next words of a role: its last message, if no other role spoke since, else a
  /// new one.
  private static ArrayNode content(ArrayNode list, String role) {
    if (!list.isEmpty()
        && list.path(list.size() - 1).path("role").asString("").equals(role)
        && list.path(list.size() - 1).path("content") instanceof ArrayNode content) {
      return content;
    }
    return list.addObject().put("role", role).putArray("content");
  }

  private void reply(Message.Reply reply, ArrayNode content) {
    int before = content.size();
    if (reply.original().origin().equals(origin)) {
      for (Original.Block block : reply.original().blocks()) {
        switch (block) {
          case Original.Text it -> text(content, it.text());
          case Original.Part it -> content.add(WireJson.MAPPER.readTree(it.json()));
          case Original.Call it -> call(reply.calls().get(it.number()), content);
          case Original.Field _ -> {} // this protocol has none
        }
      }
    } else {
      if (!reply.text().isBlank()) {
        text(content, reply.text());
      }
      reply.calls().forEach(each -> call(each, content));
    }
    if (content.size() == before) {
      text(content, spoken(""));
    }
  }

  private static void text(ArrayNode content, String text) {
    content.addObject().put("type", "text").put("text", text);
  }

  private static void call(ToolCall call, ArrayNode content) {
    ObjectNode block = content.addObject();
    block.put("type", "tool_use").put("id", id(call.id())).put("name", call.tool());
    block.set(
        "input",
        WireJson.find(call.arguments().isBlank() ? "{}" : call.arguments())
            .filter(each -> each.isObject())
            .orElseGet(
                () -> WireJson.MAPPER.createObjectNode().put("malformed", call.arguments())));
  }

  /// Replaces the characters of other providers' ids that this protocol refuses.
  private static String id(String text) {
    String plain = text.replaceAll("[^A-Za-z0-9_-]", "_");
    return plain.isEmpty() ? "call" : plain;
  }

  private static String spoken(String text) {
    return text.isBlank() ? "(empty)" : text;
  }
}
