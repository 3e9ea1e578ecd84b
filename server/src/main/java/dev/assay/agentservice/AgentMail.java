package dev.assay.agentservice;

import dev.assay.skill.AssayException;
import dev.assay.toolbus.BusMessage;
import dev.assay.toolbus.MessageBus;
import dev.assay.toolbus.Subject;
import dev.assay.toolservice.ToolSpec;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends the messages for agents over the bus. Each only names a row; its text is never an
/// instruction.
final class AgentMail {
  static final String CHANNEL = "public";
  static final String WORKER = "worker";
  static final String SKILLS = "skills";
  static final String AGENT = "agent";
  static final String TOOL = "tool";
  static final String CARD = "tool_call_card_id";
  static final String TOOL_NAME = "tool_name";

  private static final Logger log = LoggerFactory.getLogger(AgentMail.class);
  private static final long AGAIN_AFTER_SECONDS = 150;

  private final MessageBus bus;
  private final Clock clock;

  AgentMail(MessageBus bus, Clock clock) {
    this.bus = bus;
    this.clock = clock;
  }

  void wakeUp(AgentTurn turn) {
    publish(
        message(turn, Subject.Category.CMD, AGENT, WORKER, "wakeup", Map.of(), Map.of()),
        "turn-" + turn.id());
  }

  void call(AgentTurn turn, Card call, long epoch) {
    String tool = call.content().path("tool").asString();
    publish(
        message(
            turn,
            Subject.Category.CMD,
            TOOL,
            tool.substring(0, tool.indexOf('.')),
            suffix(tool),
            Map.of(
                BusMessage.TOOL_CALL,
                call.callId().orElseThrow(),
                BusMessage.EPOCH,
                Long.toString(epoch),
                BusMessage.STEP,
                call.parent().map(Object::toString).orElse("")),
            Map.of(
                CARD,
                call.id().toString(),
                TOOL_NAME,
                tool,
                "after_execution",
                ToolSpec.AFTER_EXECUTION)),
        "call-" + call.id());
  }

  /// Announces a result. Waiting workers read it from the cards.
  void result(AgentTurn turn, String callId, String card, String status) {
    publish(
        message(
            turn,
            Subject.Category.EVT,
            AGENT,
            WORKER,
            "tool_result",
            Map.of(BusMessage.TOOL_CALL, callId),
            Map.of(
                "after_execution",
                ToolSpec.AFTER_EXECUTION,
                "status",
                status,
                "tool_result_card_id",
                card)),
        "result-" + card);
  }

  /// Says whether servers perform the tool themselves.
  static boolean isBuiltIn(String tool) {
    return tool.startsWith(SKILLS + ".");
  }

  /// The last part of a subject for a tool.
  static String suffix(String tool) {
    return tool.substring(tool.indexOf('.') + 1);
  }

  private static BusMessage message(
      AgentTurn turn,
      Subject.Category category,
      String component,
      String target,
      String suffix,
      Map<String, String> more,
      Map<String, String> payload) {
    Map<String, String> headers = new TreeMap<>(more);
    headers.put(BusMessage.AGENT, turn.agent());
    headers.put(BusMessage.TURN, turn.id().toString());
    headers.put(BusMessage.DEPTH, "0");
    return BusMessage.of(
        new Subject(turn.project(), turn.channel(), category, component, target, suffix),
        headers,
        Cards.JSON.writeValueAsString(payload));
  }

  /// Publishes a message. If the bus is unreachable, it is published again later. The id changes
  /// with time, so that a bus that lost a message does not drop the next one as a duplicate.
  private void publish(BusMessage message, String id) {
    try {
      bus.publish(message, id + "-" + clock.instant().getEpochSecond() / AGAIN_AFTER_SECONDS);
    } catch (AssayException e) {
      log.warn("A message waits until the bus is there again: {}", e.reason());
    }
  }
}
