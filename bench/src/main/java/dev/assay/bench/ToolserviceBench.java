package dev.assay.bench;

import dev.assay.start.AssayServer;
import dev.assay.configuration.ServeOptions;
import dev.assay.database.EmbeddedDatabase;
import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import dev.assay.testkit.model.ScriptedModelServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Measures tool calls over HTTP: `true` in a session that is reused, beside `docker exec` in the
/// same run where a daemon can start; the same call by an agent over the bus inside the server and
/// over NATS; many calls at once; many tasks in the queue. No call may be lost.
///
/// Aims: 10 ms at the median, 20 ms over NATS; 200 calls and 1,000 tasks without loss.
final class ToolserviceBench {
  private static final int WARM_UP = 1_500;
  private static final int AGENT_WARM_UP = 400;
  private static final int AT_ONCE = 200;
  private static final int TASKS = 1_000;
  private static final String SKILL = "sample";
  private static final String AGENT = "measurer";

  /// An agent that calls until its budget of replies is used up.
  private static final String SCRIPT =
      """
      always
      call: skills_run_cmd {"skill_name": "sample", "session_id": "bus", "command": "true"}
      """;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final ServerFile server;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private ToolserviceBench(ServerFile server) {
    this.server = server;
  }

  static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
    Path folder = Files.createTempDirectory("assay-bench");
    Home home = new Home(folder.resolve("home"));
    try (EmbeddedDatabase postgres = EmbeddedDatabase.start(folder.resolve("database"));
        ScriptedModelServer model = ScriptedModelServer.playing(SCRIPT)) {
      Map<String, String> variables = new HashMap<>();
      variables.put("ASSAY_LOG_LEVEL", "warn");
      variables.put("ASSAY_TOOLS_AT_ONCE", "20");
      variables.put("ASSAY_MODEL_BASE_URL", model.baseUrl().toString());
      variables.put("ASSAY_MODEL_NAME", "scripted");
      variables.put("ASSAY_DATABASE_URL", postgres.address().url());
      variables.put("ASSAY_DATABASE_USER", postgres.address().user());
      variables.put("ASSAY_DATABASE_PASSWORD", postgres.address().password().reveal());
      try (AssayServer ours = start(home, folder, variables)) {
        ToolserviceBench bench = new ToolserviceBench(ServerFile.find(home).orElseThrow());
        System.out.println("server at " + ours.url());
        bench.upload(folder);
        approve(postgres);
        bench.project("reused", "session");
        bench.project("crowd", "none");
        bench.reused(rounds, DockerPeer.start(folder, "true"));
        bench.agent(rounds, "inside the server", 10);
        bench.crowd();
        bench.tasks();
      }
      overNats(rounds, home, folder, variables);
    }
  }

  private static AssayServer start(Home home, Path folder, Map<String, String> variables) {
    return AssayServer.start(
        new ServeOptions(home, folder, Optional.empty(), Optional.of(0), variables));
  }

  private static void approve(EmbeddedDatabase postgres) throws SQLException {
    try (Connection database =
            DriverManager.getConnection(
                postgres.address().url(),
                postgres.address().user(),
                postgres.address().password().reveal());
        Statement statement = database.createStatement()) {
      statement.execute("update skill set status = 'approved' where name = '" + SKILL + "'");
    }
  }

  private static void overNats(int rounds, Home home, Path folder, Map<String, String> variables)
      throws IOException, InterruptedException {
    Optional<NatsProcess> nats = NatsProcess.start(folder.resolve("nats"));
    if (nats.isEmpty()) {
      System.out.println("no nats-server here to measure with; on Debian: apt install nats-server");
      return;
    }
    try (NatsProcess running = nats.get()) {
      Map<String, String> more = new HashMap<>(variables);
      more.put("ASSAY_BUS_KIND", "nats");
      more.put("ASSAY_BUS_SERVERS", running.url());
      try (AssayServer _ = start(home, folder, more)) {
        new ToolserviceBench(ServerFile.find(home).orElseThrow()).agent(rounds, "over NATS", 20);
      }
    }
  }

  /// Measures from the card of a call to the card of its result: the time of the bus, the worker
  /// and the call.
  private void agent(int rounds, String bus, int aim) throws IOException, InterruptedException {
    List<Double> all = new ArrayList<>();
    while (all.size() < rounds + AGENT_WARM_UP) {
      HttpResponse<String> sent =
          send(
              "POST",
              "/api/projects/reused/agents/" + AGENT + "/messages",
              Map.of("message", "Go."));
      require(sent, 202);
      all.addAll(calls(JSON.readTree(sent.body()).path("turn_id").asString()));
    }
    List<Double> ours = all.subList(AGENT_WARM_UP, all.size());
    System.out.printf(
        "true called by an agent %s: %.1f ms at the median, %.1f ms at p95   aim %d ms%n",
        bus, at(ours, 0.5), at(ours, 0.95), aim);
  }

  private List<Double> calls(String turn) throws IOException, InterruptedException {
    Map<String, Instant> begun = new HashMap<>();
    List<Double> times = new ArrayList<>();
    for (int seen = 0; ; ) {
      JsonNode answer =
          JSON.readTree(
              http.send(
                      request(
                              "/api/projects/reused/turns/%s/cards?wait_seconds=10&after=%d"
                                  .formatted(turn, seen))
                          .build(),
                      BodyHandlers.ofString())
                  .body());
      boolean running = answer.path("status").asString().matches("queued|running");
      if (!running && answer.path("cards").isEmpty()) {
        return times;
      }
      for (JsonNode card : answer.path("cards")) {
        seen++;
        Instant at = Instant.parse(card.path("created_at").asString());
        String call = card.path("tool_call_id").asString();
        switch (card.path("type").asString()) {
          case "tool_call" -> begun.put(call, at);
          case "tool_result" -> {
            if (!card.path("content").path("status").asString().equals("success")) {
              throw new IllegalStateException("a call of the agent failed: " + card);
            }
            times.add(Duration.between(begun.get(call), at).toNanos() / 1e6);
          }
          default -> {}
        }
      }
    }
  }

  private void upload(Path folder) throws IOException, InterruptedException {
    Path archive = folder.resolve("sample.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      zip.putNextEntry(new ZipEntry(SKILL + "/SKILL.md"));
      zip.write(
          "---\nname: sample\ndescription: Does nothing at all. Use it to measure.\n---\nRun `true`.\n"
              .getBytes(StandardCharsets.UTF_8));
    }
    String head =
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"s.zip\"\r\n\r\n";
    HttpResponse<String> answer =
        http.send(
            request("/api/admin/skills/upload")
                .header("Content-Type", "multipart/form-data; boundary=b")
                .POST(
                    BodyPublishers.concat(
                        BodyPublishers.ofString(head),
                        BodyPublishers.ofFile(archive),
                        BodyPublishers.ofString("\r\n--b--\r\n")))
                .build(),
            BodyHandlers.ofString());
    require(answer, 201);
  }

  private void project(String id, String reuse) throws IOException, InterruptedException {
    require(send("POST", "/api/projects", Map.of("project_id", id)), 201);
    require(send("PATCH", "/api/projects/" + id, Map.of("reuse_mode", reuse)), 200);
    require(send("POST", "/api/projects/" + id + "/bootstrap", Map.of()), 202);
    require(send("PUT", "/api/projects/" + id + "/skills/" + SKILL, Map.of()), 200);
  }

  /// Measures calls of a server in use, after many calls. It measures before and after the peer, so
  /// that both see the same machine. It does not alternate with the peer, because callers of tools
  /// do not either.
  private void reused(int rounds, Optional<DockerPeer> docker)
      throws IOException, InterruptedException {
    measured(WARM_UP);
    List<Double> ours = new ArrayList<>(measured(rounds / 2));
    List<Double> theirs = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      docker.flatMap(Peer::execNanos).ifPresent(nanos -> theirs.add(nanos / 1e6));
    }
    docker.ifPresent(Peer::close);
    ours.addAll(measured(rounds - rounds / 2));
    System.out.printf(
        "true in a reused session: %.1f ms at the median, %.1f ms at p95   aim 10 ms   %s%n",
        at(ours, 0.5),
        at(ours, 0.95),
        theirs.isEmpty()
            ? "no Docker daemon to compare with"
            : "docker exec: %.1f ms, %.1f ms".formatted(at(theirs, 0.5), at(theirs, 0.95)));
  }

  private List<Double> measured(int rounds) throws IOException, InterruptedException {
    List<Double> millis = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      long start = System.nanoTime();
      run("reused", Map.of("skill_name", SKILL, "session_id", "one", "command", "true"));
      millis.add((System.nanoTime() - start) / 1e6);
    }
    return millis;
  }

  /// Runs many callers; a caller that is refused retries as the answer says.
  private void crowd() throws Exception {
    long start = System.nanoTime();
    int again = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> calls = new ArrayList<>();
      for (int number = 0; number < AT_ONCE; number++) {
        Map<String, Object> arguments = Map.of("skill_name", SKILL, "command", "echo " + number);
        String expected = number + "\n";
        calls.add(threads.submit(() -> untilDone(arguments, expected)));
      }
      for (Future<Integer> call : calls) {
        again += call.get();
      }
    }
    System.out.printf(
        "%d calls at once, a new sandbox each: %.1f s, none lost, %d times sent away with 429%n",
        AT_ONCE, (System.nanoTime() - start) / 1e9, again);
  }

  private int untilDone(Map<String, Object> arguments, String expected)
      throws IOException, InterruptedException {
    for (int tries = 0; ; tries++) {
      HttpResponse<String> answer = call("crowd", "run_cmd", arguments);
      if (answer.statusCode() != 429) {
        require(answer, 200);
        String printed = result(answer).path("stdout").asString();
        if (!printed.equals(expected)) {
          throw new IllegalStateException("a call got another's result: " + printed);
        }
        return tries;
      }
      long wait = answer.headers().firstValueAsLong("Retry-After").orElseThrow();
      Thread.sleep(Duration.ofSeconds(wait));
    }
  }

  private void tasks() throws IOException, InterruptedException {
    long start = System.nanoTime();
    List<String> ids = new ArrayList<>();
    for (int number = 0; number < TASKS; number++) {
      HttpResponse<String> answer =
          call("crowd", "run_cmd_async", Map.of("skill_name", SKILL, "command", "true"));
      require(answer, 200);
      ids.add(result(answer).path("task_id").asString());
    }
    double queued = (System.nanoTime() - start) / 1e9;
    for (String id : ids) {
      HttpResponse<String> answer =
          call("crowd", "task_watch", Map.of("provider", "bg", "task_id", id));
      String state = result(answer).path("status").asString();
      if (!state.equals("succeeded")) {
        throw new IllegalStateException("the task " + id + " is " + state);
      }
    }
    System.out.printf(
        "%d tasks: queued in %.1f s, all succeeded after %.1f s%n",
        TASKS, queued, (System.nanoTime() - start) / 1e9);
  }

  private void run(String project, Map<String, Object> arguments)
      throws IOException, InterruptedException {
    require(call(project, "run_cmd", arguments), 200);
  }

  private HttpResponse<String> call(String project, String tool, Map<String, Object> arguments)
      throws IOException, InterruptedException {
    return send(
        "POST",
        "/api/projects/" + project + "/tools/skills." + tool + ":call",
        Map.of("arguments", arguments));
  }

  private HttpResponse<String> send(String method, String path, Map<String, ?> body)
      throws IOException, InterruptedException {
    return http.send(
        request(path)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(JSON.writeValueAsString(body)))
            .build(),
        BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.url().resolve(path))
        .header("Authorization", "Bearer " + server.token().reveal());
  }

  private static JsonNode result(HttpResponse<String> answer) {
    return JSON.readTree(answer.body()).path("result");
  }

  private static void require(HttpResponse<String> answer, int status) {
    if (answer.statusCode() != status) {
      throw new IllegalStateException(answer.statusCode() + ": " + answer.body());
    }
  }

  private static double at(List<Double> values, double share) {
    return values.stream().sorted().toList().get((int) (values.size() * share));
  }
}
