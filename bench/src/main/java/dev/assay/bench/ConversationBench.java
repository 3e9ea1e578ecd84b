package dev.assay.bench;

import dev.assay.start.AssayServer;
import dev.assay.configuration.ServeOptions;
import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import dev.assay.testkit.model.ScriptedModelServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.json.JsonMapper;

/// Measures the time until the first event of an answer, with a scripted model without delay: in a
/// new conversation, whose sandbox has to be made, and in one that has its sandbox. Measures the
/// memory of many conversations at once, too, with the server, its model and its callers in one
/// process.
///
/// Aims: 150 ms; 50 conversations in 500 MiB.
public final class ConversationBench {
  private static final int CROWD = 50;

  private final ServerFile server;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private ConversationBench(ServerFile server) {
    this.server = server;
  }

  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 15;
    Home home = new Home(Files.createTempDirectory("assay-bench"));
    try (ScriptedModelServer model =
            ScriptedModelServer.playing(
                """
                always
                if: exit code:
                say: Done.
                ---
                always
                if: with a tool
                call: execute {"command": "echo hello > out.txt"}
                ---
                always
                say: Hello.
                """);
        AssayServer ours =
            AssayServer.start(
                new ServeOptions(
                    home,
                    home.path(),
                    Optional.empty(),
                    Optional.of(0),
                    Map.of(
                        "ASSAY_LOG_LEVEL", "warn",
                        "ASSAY_CONVERSATION_AT_ONCE", "80",
                        "ASSAY_MODEL_BASE_URL", model.baseUrl().toString(),
                        "ASSAY_MODEL_NAME", "scripted")))) {
      ConversationBench bench = new ConversationBench(ServerFile.find(home).orElseThrow());
      System.out.println("server at " + ours.url());
      bench.waiting(rounds);
      bench.crowd();
    }
  }

  private void waiting(int rounds) throws IOException, InterruptedException {
    List<Double> fresh = new ArrayList<>();
    List<Double> again = new ArrayList<>();
    for (int round = 0; round < rounds + 3; round++) {
      String id = begin();
      double first = say(id, "hello");
      double second = say(id, "hello again");
      if (round >= 3) {
        fresh.add(first);
        again.add(second);
      }
    }
    System.out.printf(
        "first event: %6.1f ms in a new conversation (worst %.1f)   %6.1f ms in one with a sandbox"
            + " (worst %.1f)   aim 150 ms%n",
        median(fresh), worst(fresh), median(again), worst(again));
  }

  private void crowd() throws IOException, InterruptedException, ExecutionException {
    long start = System.nanoTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Double>> going = new ArrayList<>();
      for (int number = 0; number < CROWD; number++) {
        String id = begin();
        going.add(threads.submit(() -> say(id, "work with a tool")));
      }
      List<Double> firsts = new ArrayList<>();
      for (Future<Double> one : going) {
        firsts.add(one.get());
      }
      System.out.printf(
          "%d conversations at once: %.0f ms, first event after %.0f ms, %d MiB resident at most"
              + "   aim 500 MiB%n",
          CROWD, (System.nanoTime() - start) / 1e6, median(firsts), resident());
    }
  }

  private String begin() throws IOException, InterruptedException {
    String answer =
        http.send(
                request("/api/conversations").POST(BodyPublishers.noBody()).build(),
                BodyHandlers.ofString())
            .body();
    return JsonMapper.builder().build().readTree(answer).path("id").asString();
  }

  /// Sends a message and waits for the whole answer. Returns the milliseconds until the first
  /// event.
  private double say(String id, String message) throws IOException, InterruptedException {
    long start = System.nanoTime();
    double first = -1;
    InputStream stream =
        http.send(
                request("/api/conversations/" + id + "/chat")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"message\": \"" + message + "\"}"))
                    .build(),
                BodyHandlers.ofInputStream())
            .body();
    boolean done = false;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("event:") && first < 0) {
          first = (System.nanoTime() - start) / 1e6;
        }
        done |= line.startsWith("data:") && line.contains("\"state\":\"answered\"");
      }
    }
    if (!done) {
      throw new IllegalStateException("the conversation " + id + " was not answered");
    }
    return first;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.url().resolve(path))
        .header("Authorization", "Bearer " + server.token().reveal());
  }

  /// The peak memory of this process, in mebibytes.
  private static long resident() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private static double worst(List<Double> values) {
    return values.stream().max(Double::compare).orElse(0.0);
  }
}
