package dev.assay.agentservice;

import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.Usage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;

/// A model whose replies are cards. Existing replies are replayed; new ones are written before the
/// agent acts on them. So another worker can continue a turn whose worker died.
final class JournalledModel implements ChatModel {
  private final ChatModel model;
  private final List<Card> earlier;
  private final CardWriter writer;
  private final AtomicReference<Reply> last;
  private int asked;

  /// The reply that the agent acts on now.
  ///
  /// @param number the number of the reply, from 0
  record Reply(int number, UUID card) {}

  /// Writes cards as long as this worker holds the turn.
  @FunctionalInterface
  interface CardWriter {
    /// @throws dev.assay.skill.AssayException if another worker has the turn
    UUID write(Cards.Draft draft);
  }

  /// @param last updated with every reply
  JournalledModel(
      ChatModel model, List<Card> earlier, AtomicReference<Reply> last, CardWriter writer) {
    this.model = model;
    this.earlier = List.copyOf(earlier);
    this.last = last;
    this.writer = writer;
  }

  @Override
  public String name() {
    return model.name();
  }

  @Override
  public boolean rehearsal() {
    return model.rehearsal();
  }

  @Override
  public ChatAnswer ask(ChatRequest request, TextListener listener) {
    if (request.purpose() == Purpose.COMPACT) {
      return model.ask(request, listener);
    }
    if (asked < earlier.size()) {
      Card card = earlier.get(asked);
      last.set(new Reply(asked++, card.id()));
      return answer(card.content());
    }
    ChatAnswer answer = model.ask(request, listener);
    UUID card =
        writer.write(
            new Cards.Draft(
                Card.Type.AGENT_REPLY,
                model.name(),
                Optional.of(last.get().card()),
                Optional.empty(),
                content(answer)));
    last.set(new Reply(asked++, card));
    return answer;
  }

  private static Map<String, Object> content(ChatAnswer answer) {
    List<Map<String, String>> calls = new ArrayList<>();
    for (ToolCall call : answer.reply().calls()) {
      calls.add(Map.of("id", call.id(), "tool", call.tool(), "arguments", call.arguments()));
    }
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("text", answer.reply().text());
    content.put("calls", calls);
    content.put("stop", answer.stop().name());
    content.put("model", answer.model());
    return content;
  }

  private static ChatAnswer answer(JsonNode content) {
    List<ToolCall> calls = new ArrayList<>();
    for (JsonNode call : content.path("calls")) {
      calls.add(
          new ToolCall(
              call.path("id").asString(),
              call.path("tool").asString(),
              call.path("arguments").asString()));
    }
    return new ChatAnswer(
        new Message.Reply(content.path("text").asString(), calls),
        Usage.NONE,
        ChatAnswer.Stop.valueOf(content.path("stop").asString()),
        content.path("model").asString());
  }
}
