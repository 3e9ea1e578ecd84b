package dev.assay.agent.openai;

import dev.assay.agent.openai.Dialect.Feature;
import dev.assay.agent.protocol.AnswerSchema;
import dev.assay.agent.protocol.Endpoint;
import dev.assay.agent.protocol.WireJson;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Original;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.ToolDescription;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes a question in the words of the protocol.
final class RequestWriter {
  private final Endpoint endpoint;
  private final Dialect dialect;
  private final String origin;

  RequestWriter(Endpoint endpoint, Dialect dialect, String origin) {
    this.endpoint = endpoint;
    this.dialect = dialect;
    this.origin = origin;
  }

  String write(ChatRequest request) {
    ObjectNode body = WireJson.MAPPER.createObjectNode();
    body.put("model", endpoint.model());
    ArrayNode messages = body.putArray("messages");
    request.messages().forEach(message -> messages.add(message(message)));
    ArrayNode tools = WireJson.MAPPER.createArrayNode();
    request.tools().forEach(tool -> tools.add(tool(tool)));
    request.shape().ifPresent(shape -> bind(body, tools, shape));
    if (!tools.isEmpty()) {
      body.set("tools", tools);
    }
    if (dialect.has(Feature.TEMPERATURE)) {
      endpoint.temperature().ifPresent(value -> body.put("temperature", value));
    }
    endpoint
        .outputTokens()
        .ifPresent(
            most ->
                body.put(
                    dialect.has(Feature.OLDER_LIMIT) ? "max_tokens" : "max_completion_tokens",
                    most));
    if (dialect.has(Feature.STREAM)) {
      body.put("stream", true);
      if (dialect.has(Feature.STREAM_OPTIONS)) {
        body.putObject("stream_options").put("include_usage", true);
      }
    }
    return body.toString();
  }

  private void bind(ObjectNode body, ArrayNode tools, ChatRequest.JsonShape shape) {
    if (dialect.has(Feature.SCHEMA)) {
      ObjectNode format = body.putObject("response_format");
      format.put("type", "json_schema");
      ObjectNode schema = format.putObject("json_schema");
      schema.put("name", shape.name());
      schema.put("strict", true);
      schema.set("schema", AnswerSchema.bounded(shape.schema()));
    } else if (dialect.has(Feature.FORCED_TOOL)) {
      tools.add(
          tool(new ToolDescription(shape.name(), "Takes your whole answer.", shape.schema())));
      body.putObject("tool_choice")
          .put("type", "function")
          .putObject("function")
          .put("name", shape.name());
    }
  }

  private static ObjectNode tool(ToolDescription tool) {
    ObjectNode node = WireJson.MAPPER.createObjectNode();
    node.put("type", "function");
    ObjectNode function = node.putObject("function");
    function.put("name", tool.name());
    function.put("description", tool.description());
    function.set("parameters", WireJson.MAPPER.readTree(tool.parameters()));
    return node;
  }

  private ObjectNode message(Message message) {
    ObjectNode node = WireJson.MAPPER.createObjectNode();
    switch (message) {
      case Message.Instruction it -> node.put("role", "system").put("content", spoken(it.text()));
      case Message.Request it -> node.put("role", "user").put("content", spoken(it.text()));
      case Message.ToolResult it ->
          node.put("role", "tool")
              .put("tool_call_id", it.callId())
              .put("content", spoken(it.failed() ? "Error: " + it.text() : it.text()));
      case Message.Reply it -> write(it, node);
    }
    return node;
  }

  /// The text of a message. Many servers refuse an empty one.
  private static String spoken(String text) {
    return text.isBlank() ? "(empty)" : text;
  }

  private void write(Message.Reply reply, ObjectNode node) {
    node.put("role", "assistant");
    if (!reply.text().isBlank()) {
      node.put("content", reply.text());
    } else if (reply.calls().isEmpty()) {
      node.put("content", spoken(""));
    } else {
      node.putNull("content");
    }
    if (!reply.calls().isEmpty()) {
      ArrayNode calls = node.putArray("tool_calls");
      reply.calls().forEach(call -> calls.add(call(call)));
    }
    if (reply.original().origin().equals(origin) && dialect.has(Feature.THOUGHTS)) {
      giveBack(reply.original().blocks(), node);
    }
    if (dialect.wantsThoughts() && !reply.calls().isEmpty() && !node.has("reasoning_content")) {
      node.put("reasoning_content", "");
    }
  }

  private static void giveBack(List<Original.Block> blocks, ObjectNode node) {
    ArrayNode content = WireJson.MAPPER.createArrayNode();
    for (Original.Block block : blocks) {
      switch (block) {
        case Original.Text text -> content.addObject().put("type", "text").put("text", text.text());
        case Original.Part part -> content.add(WireJson.MAPPER.readTree(part.json()));
        case Original.Field field -> node.set(field.name(), WireJson.MAPPER.readTree(field.json()));
        case Original.Call call ->
            ((ObjectNode) node.path("tool_calls").path(call.number())).setAll(merged(node, call));
      }
    }
    if (!content.isEmpty()) {
      node.set("content", content);
    }
  }

  private static ObjectNode merged(ObjectNode node, Original.Call call) {
    ObjectNode extra = (ObjectNode) WireJson.MAPPER.readTree(call.extra());
    if (extra.path("function") instanceof ObjectNode function) {
      ObjectNode whole =
          (ObjectNode) node.path("tool_calls").path(call.number()).path("function").deepCopy();
      extra.set("function", whole.setAll(function));
    }
    return extra;
  }

  private static ObjectNode call(ToolCall call) {
    ObjectNode node = WireJson.MAPPER.createObjectNode();
    node.put("id", call.id()).put("type", "function");
    node.putObject("function").put("name", call.tool()).put("arguments", arguments(call));
    return node;
  }

  /// The arguments of an earlier call. Some servers read them and refuse anything but an object.
  private static String arguments(ToolCall call) {
    if (call.arguments().isBlank()) {
      return "{}";
    }
    return WireJson.isObject(call.arguments())
        ? call.arguments()
        : WireJson.MAPPER.createObjectNode().put("malformed", call.arguments()).toString();
  }
}
