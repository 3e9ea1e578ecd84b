package dev.assay.agentservice;

import dev.assay.TestServer;
import dev.assay.agent.Agent;
import dev.assay.agent.Budget;
import dev.assay.agent.ModelSettings;
import dev.assay.agent.Models;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.Usage;
import dev.assay.toolbus.CallLeases;
import dev.assay.toolbus.InProcessBus;
import dev.assay.toolbus.ParkedMessages;
import dev.assay.toolservice.ToolCalls;
import dev.assay.workflow.EventSignals;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// A worker of its own, beside those of a running server, whose model says what a test wrote down.
final class ScriptedAgent implements ChatModel, AutoCloseable {
  private final Queue<Object> script = new ConcurrentLinkedQueue<>();
  private final AtomicInteger asked = new AtomicInteger();
  private final AgentMail mail;
  private final ProjectAgents agents;

  ScriptedAgent(TestServer server) {
    JdbcClient jdbc = server.part(JdbcClient.class);
    Clock clock = server.part(Clock.class);
    TransactionOperations transactions = server.part(TransactionOperations.class);
    ParkedMessages parked = new ParkedMessages(jdbc, clock);
    InProcessBus bus = new InProcessBus(parked);
    mail = new AgentMail(bus, clock);
    agents =
        new ProjectAgents(
            new AgentPolicy(2, 4, 20, Budget.of(20, 100_000, Duration.ofMinutes(2))),
            new ProjectAgents.Store(
                jdbc,
                transactions,
                server.part(AuditWriter.class),
                server.part(EventSignals.class),
                clock),
            new ProjectAgents.Bus(
                bus, new CallLeases(jdbc, transactions, Duration.ofSeconds(10)), parked),
            server.part(ToolCalls.class),
            server.part(Agent.class),
            new Models(ModelSettings.none(ModelSettings.Mode.REHEARSAL), () -> this, jdbc, clock),
            server.part(Senders.class));
  }

  ProjectAgents agents() {
    return agents;
  }

  /// Lets this worker, and no other, know of a turn.
  void wakeUp(AgentTurn turn) {
    mail.wakeUp(turn);
  }

  int asked() {
    return asked.get();
  }

  ScriptedAgent calls(String tool, Map<String, ?> arguments) {
    script.add(
        new Message.Reply(
            "", List.of(new ToolCall("", tool, Cards.JSON.writeValueAsString(arguments)))));
    return this;
  }

  ScriptedAgent submits(String summary) {
    return calls(SubmitTool.NAME, Map.of("summary", summary));
  }

  /// Says nothing until it is interrupted.
  ScriptedAgent hangs() {
    script.add(new CountDownLatch(1)); // nobody counts it down
    return this;
  }

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public boolean rehearsal() {
    return true;
  }

  @Override
  public ChatAnswer ask(ChatRequest request, TextListener listener) {
    asked.incrementAndGet();
    return switch (script.poll()) {
      case Message.Reply reply -> new ChatAnswer(reply, Usage.NONE, ChatAnswer.Stop.TOOLS, name());
      case CountDownLatch never -> {
        try {
          never.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("interrupted");
      }
      case null, default -> throw new AssertionError("nothing more is in the script");
    };
  }

  @Override
  public void close() {
    agents.close();
  }
}
