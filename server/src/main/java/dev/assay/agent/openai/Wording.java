package dev.assay.agent.openai;

import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.ChatRequest.JsonShape;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.ToolDescription;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Our words in those of the model library.
final class Wording {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Wording() {}

  static List<ChatMessage> messages(ChatRequest request) {
    List<ChatMessage> messages = new ArrayList<>();
    request.messages().forEach(message -> messages.add(message(message)));
    return messages;
  }

  private static ChatMessage message(Message message) {
    return switch (message) {
      case Message.Instruction instruction -> SystemMessage.from(nonBlank(instruction.text()));
      case Message.Request request -> UserMessage.from(nonBlank(request.text()));
      case Message.Reply reply -> reply(reply);
      case Message.ToolResult result ->
          ToolExecutionResultMessage.from(
              result.callId(),
              result.tool(),
              nonBlank(result.failed() ? "Error: " + result.text() : result.text()));
    };
  }

  /// The library refuses messages without a word.
  private static String nonBlank(String text) {
    return text.isBlank() ? "(empty)" : text;
  }

  private static AiMessage reply(Message.Reply reply) {
    if (reply.calls().isEmpty()) {
      return AiMessage.from(reply.text());
    }
    List<ToolExecutionRequest> calls =
        reply.calls().stream()
            .map(
                call ->
                    ToolExecutionRequest.builder()
                        .id(call.id())
                        .name(call.tool())
                        .arguments(call.arguments().isBlank() ? "{}" : call.arguments())
                        .build())
            .toList();
    return reply.text().isEmpty() ? AiMessage.from(calls) : AiMessage.from(reply.text(), calls);
  }

  static List<ToolSpecification> tools(ChatRequest request) {
    return request.tools().stream().map(Wording::tool).toList();
  }

  private static ToolSpecification tool(ToolDescription tool) {
    JsonNode schema = MAPPER.readTree(tool.parameters());
    Map<String, JsonSchemaElement> properties = new LinkedHashMap<>();
    schema
        .path("properties")
        .forEachEntry((name, value) -> properties.put(name, JsonRawSchema.from(value.toString())));
    List<String> required = new ArrayList<>();
    schema.path("required").forEach(name -> required.add(name.asString()));
    return ToolSpecification.builder()
        .name(tool.name())
        .description(tool.description())
        .parameters(
            JsonObjectSchema.builder()
                .addProperties(properties)
                .required(required)
                .additionalProperties(false)
                .build())
        .build();
  }

  static ResponseFormat format(JsonShape shape) {
    return ResponseFormat.builder()
        .type(ResponseFormatType.JSON)
        .jsonSchema(
            JsonSchema.builder()
                .name(shape.name())
                .rootElement(JsonRawSchema.from(shape.schema()))
                .build())
        .build();
  }

  static Message.Reply reply(AiMessage message) {
    List<ToolCall> calls =
        message.toolExecutionRequests().stream()
            .map(
                call ->
                    new ToolCall(
                        orEmpty(call.id()), orEmpty(call.name()), orEmpty(call.arguments())))
            .toList();
    return new Message.Reply(orEmpty(message.text()), calls);
  }

  private static String orEmpty(@org.jspecify.annotations.Nullable String text) {
    return text == null ? "" : text;
  }
}
