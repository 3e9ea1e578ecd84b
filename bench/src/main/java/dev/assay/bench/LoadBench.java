package dev.assay.bench;

import dev.assay.cli.connection.Connection;
import dev.assay.database.DatabaseAddress;
import dev.assay.database.EmbeddedDatabase;
import dev.assay.home.Home;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/// Measures a server under load: pages of the list of skills alone, the same beside followers of
/// events, chats and validations, and more requests at a time than the server has places for. The
/// server is a process of its own, its models rehearse.
///
/// Aims: at least 99 % answered 200, no 5xx; p95 of the list 300 ms alone and 1 s beside the rest;
/// 450 MiB resident.
final class LoadBench {
  private static final int REQUESTS = 2_000;
  private static final int AT_ONCE = 200;
  private static final int TOO_MANY = 500;
  private static final int FOLLOWERS = 100;
  private static final int CHATS = 30;
  private static final int VALIDATIONS = 5;
  private static final int SKILLS = 200;
  private static final String PASSWORD = "correct horse battery";

  private final Crowd crowd;
  private final Connection assay;
  private final TrialSkills skills;
  private final Process server;

  private LoadBench(Crowd crowd, Connection assay, TrialSkills skills, Process server) {
    this.crowd = crowd;
    this.assay = assay;
    this.skills = skills;
    this.server = server;
  }

  static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("assay-bench");
    try (EmbeddedDatabase postgres = EmbeddedDatabase.start(folder.resolve("database"))) {
      DatabaseAddress address = postgres.address();
      Map<String, String> environment =
          Map.of(
              "ASSAY_HOME", folder.resolve("home").toString(),
              "ASSAY_ADMIN_PASSWORD", PASSWORD,
              "ASSAY_DATABASE_URL", address.url(),
              "ASSAY_DATABASE_USER", address.user(),
              "ASSAY_DATABASE_PASSWORD", address.password().reveal());
      Process server = launch(folder, environment);
      try (Connection assay =
              Connection.open(Optional.empty(), environment, Connection.Absence.REFUSE);
          java.sql.Connection database =
              DriverManager.getConnection(
                  address.url(), address.user(), address.password().reveal())) {
        FilledServer.fill(folder, assay, database, SKILLS);
        try (Statement statement = database.createStatement()) {
          // none of them in use: validations would test them too
          statement.execute("update skill set status = 'rejected' where uploaded_by = 'bench'");
        }
        new LoadBench(
                Crowd.signIn(assay.url(), "admin", PASSWORD),
                assay,
                new TrialSkills(folder),
                server)
            .run();
      } finally {
        server.destroy();
        server.waitFor();
      }
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    }
  }

  private static Process launch(Path folder, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(System.getenv("ASSAY_BENCH_LAUNCHER"), "serve", "--port", "0")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    Home home = new Home(folder.resolve("home"));
    while (Files.notExists(home.path().resolve("server.json"))) {
      if (!process.isAlive()) {
        throw new IllegalStateException(Files.readString(folder.resolve("log")));
      }
      Thread.sleep(Duration.ofMillis(50));
    }
    return process;
  }

  private void run() throws Exception {
    System.out.printf("load before: %.1f%n", load());
    crowd.lists(REQUESTS, AT_ONCE); // warms up
    System.out.println("list, alone          " + crowd.lists(REQUESTS, AT_ONCE) + "   aim 300 ms");
    besideTheRest();
    System.out.println("list, " + TOO_MANY + " at a time  " + crowd.lists(REQUESTS, TOO_MANY));
    System.out.printf(
        "resident at most     %d MiB   aim 450 MiB%nload after: %.1f%n",
        resident(server.pid()), load());
  }

  private void besideTheRest() throws Exception {
    List<String> ids = new ArrayList<>();
    for (int topic = 0; topic < VALIDATIONS; topic++) {
      ids.add(
          assay
              .upload("/api/admin/skills/upload", skills.adding(topic))
              .path("skill_id")
              .asString(""));
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (String id : ids) {
        assay.send("POST", "/api/admin/skills/" + id + "/validate", Map.of());
      }
      List<Future<Integer>> followers = new ArrayList<>();
      for (int number = 0; number < FOLLOWERS; number++) {
        String id = ids.get(number % ids.size());
        followers.add(threads.submit(() -> crowd.follow(id)));
      }
      List<Future<Boolean>> chats = new ArrayList<>();
      for (int number = 0; number < CHATS; number++) {
        chats.add(threads.submit(crowd::chat));
      }
      Crowd.Measured lists = crowd.lists(REQUESTS, AT_ONCE);
      System.out.println("list, beside the rest " + lists + "   aim 1 s");
      long answered = 0;
      for (Future<Boolean> chat : chats) {
        answered += chat.get() ? 1 : 0;
      }
      long ended = 0;
      for (Future<Integer> follower : followers) {
        ended += follower.get() == 200 ? 1 : 0;
      }
      System.out.printf(
          "chats answered       %d of %d%nfollowers to the end %d of %d%nvalidations          %s%n",
          answered, CHATS, ended, FOLLOWERS, states(ids));
    }
  }

  private List<String> states(List<String> ids) {
    return ids.stream()
        .map(
            id ->
                assay
                    .get("/api/admin/skills/" + id + "/validation-status")
                    .path("run_state")
                    .asString(""))
        .toList();
  }

  /// The peak memory of the server, in mebibytes.
  private static long resident(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }
}
