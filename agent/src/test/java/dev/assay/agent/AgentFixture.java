package dev.assay.agent;

import dev.assay.agent.loop.Pauser;
import dev.assay.agent.openai.OpenAiModel;
import dev.assay.agent.protocol.Endpoint;
import dev.assay.skill.Secret;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.transcript.Entry;
import dev.assay.testkit.model.ScriptedModelServer;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// An agent whose model is a scripted server behind real HTTP.
final class AgentFixture implements AutoCloseable {
  static final String KEY = "sk-very-secret-key";

  final ScriptedModelServer server;
  final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  final List<Duration> pauses = new ArrayList<>();
  final List<Entry> kept = new ArrayList<>();
  LoopSettings settings = new LoopSettings(Duration.ofSeconds(30), 3, 100_000);
  Budget budget = Budget.of(20, 1_000_000, Duration.ofMinutes(2));
  Costs costs = Costs.free();
  AgentListener listener = AgentListener.silent();

  AgentFixture(String script) {
    server = ScriptedModelServer.playing(script);
  }

  ChatModel model() {
    return model(Endpoint.Structured.AUTO);
  }

  ChatModel model(Endpoint.Structured structured) {
    return new OpenAiModel(
        Endpoint.of(server.baseUrl(), "tiny")
            .with(Secret.of(KEY))
            .withTemperature(0.0)
            .withOutputTokens(1000)
            .with(structured),
        http);
  }

  Pauser pauser() {
    return pauses::add;
  }

  Agent agent() {
    return new Agent(Clock.systemUTC(), pauser(), settings, costs);
  }

  AgentRun run(String request, Tool... tools) {
    return run("You work.", request, List.of(tools));
  }

  AgentRun run(String instructions, String request, List<Tool> tools) {
    Assignment assignment =
        Assignment.of(Purpose.EXECUTE, model(), instructions, request, budget)
            .with(tools)
            .able(Set.of(Assignment.Ability.values()))
            .ownedBy("test");
    return agent().run(assignment, listener, kept::add);
  }

  static String answer(AgentRun run) {
    return run.ending() instanceof AgentRun.Ending.Answered answered
        ? answered.text()
        : "not answered: " + run.transcript().entries().getLast();
  }

  static <E extends Entry> List<E> entries(AgentRun run, Class<E> kind) {
    return run.transcript().entries().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Override
  public void close() {
    server.close();
    http.close();
  }
}
