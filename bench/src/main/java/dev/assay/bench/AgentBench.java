package dev.assay.bench;

import dev.assay.agent.Agent;
import dev.assay.agent.AgentListener;
import dev.assay.agent.AgentRun;
import dev.assay.agent.Assignment;
import dev.assay.agent.Budget;
import dev.assay.agent.Costs;
import dev.assay.agent.LoopSettings;
import dev.assay.agent.openai.OpenAiModel;
import dev.assay.agent.protocol.Endpoint;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.ToolDescription;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import dev.assay.testkit.model.ScriptedModelServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Measures the time the agent loop adds to a tool round trip, against a scripted server without
/// delay, beside the bare HTTP exchange in the same run. Measures the memory of many agents at
/// once, too.
///
/// Aims: 5 ms beyond the exchange; 50 agents in 300 MiB.
public final class AgentBench {
  private static final int TURNS = 20;
  private static final int AGENTS = 50;
  private static final long MEBIBYTE = 1 << 20;

  private AgentBench() {}

  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 15;
    try (ScriptedModelServer server =
            ScriptedModelServer.playing("always\ncall: echo {\"word\": \"x\"}\nusage: 1 1");
        HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      ChatModel model = new OpenAiModel(Endpoint.of(server.baseUrl(), "scripted"), http);
      measure(server.baseUrl(), http, model, rounds);
      crowd(model);
    }
  }

  private static void measure(URI address, HttpClient http, ChatModel model, int rounds)
      throws IOException, InterruptedException {
    List<Double> loop = new ArrayList<>();
    List<Double> bare = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      loop.add(millis(() -> run(model)) / TURNS);
      long start = System.nanoTime();
      for (int turn = 0; turn < TURNS; turn++) {
        exchange(address, http);
      }
      bare.add((System.nanoTime() - start) / 1e6 / TURNS);
    }
    double ours = median(loop);
    double peer = median(bare);
    System.out.printf(
        "tool round trip:  %6.2f ms   bare HTTP exchange %6.2f ms   beyond it %.2f ms   aim 5 ms%n",
        ours, peer, ours - peer);
  }

  private static void crowd(ChatModel model)
      throws IOException, InterruptedException, ExecutionException {
    long before = used();
    long start = System.nanoTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<AgentRun>> going = new ArrayList<>();
      for (int number = 0; number < AGENTS; number++) {
        going.add(threads.submit(() -> run(model)));
      }
      List<AgentRun> runs = new ArrayList<>();
      for (Future<AgentRun> one : going) {
        runs.add(one.get());
      }
      double took = (System.nanoTime() - start) / 1e6;
      long memory = used() - before;
      System.out.printf(
          "%d agents at once, %d turns each: %.0f ms, %d MiB more heap in use, %d MiB resident"
              + " at most   aim 300 MiB%n",
          runs.size(), TURNS, took, memory / MEBIBYTE, resident());
    }
  }

  /// The peak memory of this process with the server, in mebibytes.
  private static long resident() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static AgentRun run(ChatModel model) {
    Agent agent = new Agent(Clock.systemUTC(), LoopSettings.USUAL, Costs.free());
    Budget budget = Budget.of(TURNS, Long.MAX_VALUE, Duration.ofMinutes(5));
    AgentRun run =
        agent.run(
            Assignment.of(Purpose.EXECUTE, model, "You work.", "Go.", budget)
                .with(List.of(new Echo()))
                .able(Set.of()),
            AgentListener.silent());
    if (!(run.ending() instanceof AgentRun.Ending.OutOfBudget)) {
      throw new IllegalStateException("unexpected end: " + run.ending());
    }
    return run;
  }

  private static void exchange(URI address, HttpClient http)
      throws IOException, InterruptedException {
    String body =
        "{\"model\": \"x\", \"stream\": true, \"messages\": [{\"role\": \"user\", \"content\":"
            + " \"Go.\"}]}";
    http.send(
        HttpRequest.newBuilder(URI.create(address + "/chat/completions"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static double millis(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e6;
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private record Echo() implements Tool {
    @Override
    public ToolDescription description() {
      return new ToolDescription(
          "echo",
          "Echoes.",
          "{\"type\": \"object\", \"properties\": {\"word\": {\"type\": \"string\"}}}");
    }

    @Override
    public ToolAnswer use(String arguments) {
      return ToolAnswer.of(arguments);
    }
  }
}
