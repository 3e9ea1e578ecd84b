package dev.assay.testkit.model;

import dev.assay.testkit.model.SimulatedAgent.Turn;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A model server that behaves as a stochastic agent and a noisy judge, over real HTTP on loopback.
/// It writes tasks from a skill's evals, does tasks by running the skill's real commands in the
/// sandbox, and judges the results. So a broken skill fails by itself.
public final class SimulatedModelServer implements AutoCloseable {
  private static final String PACKAGES = "{\"packages\": [], \"reason\": \"\"}";
  private static final String ASSESSMENT =
      """
      {"strengths": ["It was tried."], "weaknesses": [], "recommendations": ["None."], \
      "summary": "See the scores."}""";

  private final SimulatedWorld world;
  private final Draws draws;
  private final SimulatedWriter writer = new SimulatedWriter();
  private final SimulatedAgent agent;
  private final SimulatedJudge judge;
  private final Duration delay;
  private final ScriptedModelServer server;

  private SimulatedModelServer(SimulatedWorld world, Duration delay) {
    this.world = world;
    this.delay = delay;
    this.draws = new Draws(world.seed());
    this.agent = new SimulatedAgent(world, draws, writer);
    this.judge = new SimulatedJudge(world, draws);
    this.server = ScriptedModelServer.playing("", request -> Optional.of(answer(request)));
  }

  public static SimulatedModelServer in(SimulatedWorld world) {
    return in(world, Duration.ZERO);
  }

  /// @param delay the delay before each answer
  public static SimulatedModelServer in(SimulatedWorld world, Duration delay) {
    return new SimulatedModelServer(world, delay);
  }

  /// The value for `assay.model.base-url`.
  public URI baseUrl() {
    return server.baseUrl();
  }

  /// The requests so far, in order of arrival.
  public List<ModelRequest> requests() {
    return server.requests();
  }

  private Scene answer(ModelRequest request) {
    String body = request.body();
    int again = draws.occurrence("fault" + body);
    if (draws.of("fault", body, "" + again).nextDouble() < world.faults()) {
      return scene(request, new Scene.Act.Refuse(500), new Turn("out of order", Optional.empty()));
    }
    String system = String.join("\n", request.texts("system"));
    Turn turn =
        system.contains("You do what the user asks")
            ? agent.next(request)
            : new Turn(reply(system, request), Optional.empty());
    return scene(request, new Scene.Act.Speak(), turn);
  }

  private String reply(String system, ModelRequest request) {
    Fenced asked = new Fenced(String.join("\n", request.texts("user")));
    if (system.contains("You write tasks that")) {
      return writer.tasks(system, asked);
    }
    if (system.contains("You judge how well")) {
      return judge.judge(asked);
    }
    if (system.contains("You find out which packages")) {
      return PACKAGES;
    }
    return system.contains("You assess an agent skill") ? ASSESSMENT : "Nothing.";
  }

  private Scene scene(ModelRequest request, Scene.Act act, Turn turn) {
    List<Scene.Call> calls = turn.call().stream().toList();
    return new Scene(
        List.of(),
        true,
        delay,
        act,
        turn.text(),
        calls,
        request.body().length() / 4,
        turn.text().length() / 4 + 1,
        0,
        calls.isEmpty() ? "stop" : "tool_calls",
        List.of());
  }

  @Override
  public void close() {
    server.close();
  }
}
