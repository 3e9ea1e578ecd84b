package dev.assay.agentservice;

import dev.assay.agent.UntrustedText;
import dev.assay.agentservice.RetryJudge.Judgement;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.ToolDescription;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import dev.assay.toolservice.ToolSpec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// A tool of the project for the agent's model. A call becomes a card and a message on the bus; its
/// worker writes the result as another card.
final class BusTool implements Tool {
  private final ToolSpec spec;
  private final TurnContext turn;
  private final UntrustedText fence;
  private final Map<String, AtomicInteger> occurrences = new ConcurrentHashMap<>();
  private final AtomicInteger failures = new AtomicInteger();

  BusTool(ToolSpec spec, TurnContext turn, UntrustedText fence) {
    this.spec = spec;
    this.turn = turn;
    this.fence = fence;
  }

  /// The tool's name for the model. Most providers refuse dots in names of tools.
  static String modelName(String tool) {
    return tool.replace('.', '_');
  }

  @Override
  public ToolDescription description() {
    return new ToolDescription(
        modelName(spec.name()), spec.description(), spec.inputSchema().toString());
  }

  @Override
  public ToolAnswer use(String arguments) {
    JsonNode wanted;
    try {
      wanted = Cards.JSON.readTree(arguments);
    } catch (JacksonException e) {
      return ToolAnswer.failed("The arguments are not JSON.");
    }
    if (!wanted.isObject()) {
      return ToolAnswer.failed("The arguments are not a JSON object.");
    }
    Card result = turn.result(call(wanted, arguments));
    String status = result.content().path("status").asString();
    String shown =
        "status: "
            + status
            + "\n"
            + fence.around("result", result.content().path("result").toPrettyString());
    if (status.equals("success")) {
      failures.set(0);
      return ToolAnswer.of(shown);
    }
    return ToolAnswer.failed(shown + judged(result));
  }

  private Card call(JsonNode wanted, String arguments) {
    JournalledModel.Reply reply = turn.reply();
    String id = callId(reply.number(), arguments);
    Optional<Card> earlier = turn.cards().find(turn.turn().id(), Card.Type.TOOL_CALL, id);
    if (earlier.isPresent()) {
      return earlier.get();
    }
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("tool", spec.name());
    content.put("arguments", wanted);
    turn.write(
        new Cards.Draft(
            Card.Type.TOOL_CALL,
            turn.turn().agent(),
            Optional.of(reply.card()),
            Optional.of(id),
            content));
    return turn.cards()
        .find(turn.turn().id(), Card.Type.TOOL_CALL, id)
        .orElseThrow(() -> new AssayException(ErrorCode.NOT_FOUND, "The turn was removed."));
  }

  /// The id of a call. It is the same in every worker of this turn, and different for each call,
  /// also for two equal calls of one reply.
  private String callId(int reply, String arguments) {
    MessageDigest digest = Digest.sha256();
    digest.update((spec.name() + " " + arguments).getBytes(StandardCharsets.UTF_8));
    String key = reply + "." + Digest.finish(digest).hex().substring(0, 24);
    int number = occurrences.computeIfAbsent(key, _ -> new AtomicInteger()).getAndIncrement();
    return turn.turn().id() + "." + key + "." + number;
  }

  private String judged(Card result) {
    int times = failures.incrementAndGet();
    Judgement judgement = RetryJudge.judge(spec.name(), result.content().path("result"), times);
    turn.judged(result, judgement, times);
    return switch (judgement) {
      case Judgement.Retry retry -> retry.reason() + " " + retry.hint();
      case Judgement.FailFast fast -> fast.reason();
    };
  }
}
