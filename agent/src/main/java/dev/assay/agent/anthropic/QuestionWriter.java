package dev.assay.agent.anthropic;

import dev.assay.agent.anthropic.Features.Feature;
import dev.assay.agent.protocol.AnswerSchema;
import dev.assay.agent.protocol.Endpoint;
import dev.assay.agent.protocol.StablePrefix;
import dev.assay.agent.protocol.WireJson;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ToolDescription;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes a question. The parts that stay the same from turn to turn and from run to run are marked
/// for the cache: tools and instructions up to where they differ, and the conversation so far.
final class QuestionWriter {
  private static final int USUAL_OUTPUT = 8192;

  private final Endpoint endpoint;
  private final Features features;
  private final ConversationWriter conversation;

  QuestionWriter(Endpoint endpoint, Features features, String origin) {
    this.endpoint = endpoint;
    this.features = features;
    conversation = new ConversationWriter(origin);
  }

  /// @param paused the blocks the model sent before it paused, to go on from
  String write(ChatRequest request, List<JsonNode> paused) {
    ObjectNode body = WireJson.MAPPER.createObjectNode();
    body.put("model", endpoint.model());
    int output = endpoint.outputTokens().orElse(USUAL_OUTPUT);
    int thinking = endpoint.thinkingTokens().orElse(0);
    body.put("max_tokens", thinking > 0 ? output + thinking : output);
    body.put("stream", true);
    ArrayNode tools = WireJson.MAPPER.createArrayNode();
    request.tools().forEach(tool -> tools.add(tool(tool)));
    request.shape().ifPresent(shape -> bind(body, tools, shape, thinking > 0));
    if (!tools.isEmpty()) {
      body.set("tools", tools);
    }
    ArrayNode system = system(request.messages());
    if (!system.isEmpty()) {
      body.set("system", system);
    }
    ArrayNode messages = conversation.write(request.messages());
    if (!paused.isEmpty()) {
      ArrayNode said = messages.addObject().put("role", "assistant").putArray("content");
      paused.forEach(said::add);
    } else {
      mark(messages);
    }
    body.set("messages", messages);
    if (thinking > 0) {
      ObjectNode how = body.putObject("thinking");
      if (features.has(Feature.THINKING_BUDGET)) {
        how.put("type", "enabled").put("budget_tokens", thinking);
      } else {
        how.put("type", "adaptive");
      }
    } else if (features.has(Feature.TEMPERATURE)) {
      endpoint.temperature().ifPresent(value -> body.put("temperature", Math.min(value, 1.0)));
    }
    return body.toString();
  }

  private void bind(
      ObjectNode body, ArrayNode tools, ChatRequest.JsonShape shape, boolean thinking) {
    if (features.has(Feature.SCHEMA)) {
      ObjectNode format = body.putObject("output_config").putObject("format");
      format.put("type", "json_schema");
      format.set("schema", AnswerSchema.unbounded(shape.schema()));
    } else if (features.has(Feature.FORCED_TOOL) && !thinking) {
      tools.add(
          tool(new ToolDescription(shape.name(), "Takes your whole answer.", shape.schema())));
      body.putObject("tool_choice").put("type", "tool").put("name", shape.name());
    }
  }

  private static ObjectNode tool(ToolDescription tool) {
    ObjectNode node = WireJson.MAPPER.createObjectNode();
    node.put("name", tool.name());
    node.put("description", tool.description());
    node.set("input_schema", WireJson.MAPPER.readTree(tool.parameters()));
    return node;
  }

  private ArrayNode system(List<Message> messages) {
    ArrayNode system = WireJson.MAPPER.createArrayNode();
    for (Message message : messages) {
      if (message instanceof Message.Instruction instruction && !instruction.text().isBlank()) {
        int stable = StablePrefix.length(instruction.text());
        cached(text(system, instruction.text().substring(0, stable)));
        if (stable < instruction.text().length()) {
          text(system, instruction.text().substring(stable));
        }
      }
    }
    return system;
  }

  private static ObjectNode text(ArrayNode list, String text) {
    return list.addObject().put("type", "text").put("text", text);
  }

  /// Marks the end of the conversation so far, with which the next turn begins.
  private void mark(ArrayNode messages) {
    if (messages.path(messages.size() - 1).path("content") instanceof ArrayNode content
        && content.path(content.size() - 1) instanceof ObjectNode last) {
      cached(last);
    }
  }

  private void cached(ObjectNode block) {
    if (features.has(Feature.CACHING)) {
      block.putObject("cache_control").put("type", "ephemeral");
    }
  }
}
