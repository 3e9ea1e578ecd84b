package dev.assay.bench;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Measures validations in rehearsal on a warm server: layer 1 of an example and its parts, beside
/// the bare scripts of its tasks in the same run; an installation beside plain pip; a queue; memory
/// over many runs; the cost of ten approved skills. With `--engine docker` it measures a whole
/// validation there beside the local one.
///
/// Aims: layer 1 in 4 s, ten approved skills add at most 8 s, never more than five at a time,
/// memory flat.
final class ValidationBench {
  private static final int TASKS = 6;
  private static final int APPROVED = 10;
  private static final int AT_ONCE = 5;
  private static final long MEBIBYTE = 1 << 20;

  private final ValidationServer server;
  private final Path example;
  private final TrialSkills skills;
  private int copies;

  private ValidationBench(ValidationServer server, Path example, Path folder) {
    this.server = server;
    this.example = example;
    this.skills = new TrialSkills(folder);
  }

  static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length > 0 && arguments[0].equals("--engine")) {
      if (arguments.length < 2 || !arguments[1].equals("docker")) {
        throw new IllegalArgumentException("--engine knows docker, beside local.");
      }
      EngineValidationBench.run(
          example(), arguments.length > 2 ? Integer.parseInt(arguments[2]) : 5);
      return;
    }
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
    int runs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
    Path folder = Files.createTempDirectory("assay-bench");
    try (ValidationServer server =
        ValidationServer.start(folder, folder.resolve("home"), Map.of())) {
      ValidationBench bench = new ValidationBench(server, example(), folder);
      System.out.printf("Load before: %.1f%n", load());
      bench.layer1(rounds);
      bench.installation(Math.min(rounds, 5), folder);
      bench.queue();
      bench.memory(runs);
      bench.layer2();
      System.out.printf("Load after: %.1f%n", load());
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    }
  }

  private static Path example() {
    Path root = Path.of(System.getenv().getOrDefault("ASSAY_BENCH_LAUNCHER", "./assay"));
    return root.toAbsolutePath().resolveSibling("examples/skills/text-stats");
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private void layer1(int rounds) throws IOException, InterruptedException {
    for (int i = 0; i < 2; i++) {
      server.validate(copy());
    }
    Map<String, List<Double>> phases = new TreeMap<>();
    List<Double> whole = new ArrayList<>();
    List<Double> bare = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      JsonNode status = server.validate(copy());
      whole.add(ValidationServer.seconds(status));
      phases(status).forEach((k, v) -> phases.computeIfAbsent(k, _ -> new ArrayList<>()).add(v));
      bare.add(bare());
    }
    double ours = ValidationServer.median(whole);
    double peer = ValidationServer.median(bare);
    System.out.printf(
        Locale.ROOT,
        "layer 1 of %s: %.2f s (least %.2f, most %.2f)   its %d scripts bare %.2f s   ratio %.0f   aim 4 s%n",
        example.getFileName(),
        ours,
        whole.stream().min(Double::compare).orElse(0.0),
        whole.stream().max(Double::compare).orElse(0.0),
        TASKS,
        peer,
        ours / peer);
    phases.forEach(
        (name, times) ->
            System.out.printf("  %-14s %6.2f s%n", name, ValidationServer.median(times)));
  }

  /// Measures both sandboxes of an installation and the scan of the layer, beside plain pip.
  private void installation(int rounds, Path folder) throws IOException, InterruptedException {
    BulkPackage bulk = BulkPackage.make(folder.resolve("bulk"));
    List<Double> ours = new ArrayList<>();
    List<Double> plain = new ArrayList<>();
    for (int round = 0; round <= rounds; round++) {
      copies++;
      Path archive =
          skills.copyWith(example, "text-facts-" + copies, bulk.wheel(), BulkPackage.NAME);
      double took = phases(server.validate(archive)).getOrDefault("install", 0.0);
      double peer = bulk.plainPip(folder);
      if (round > 0) { // the first one is cold
        ours.add(took);
        plain.add(peer);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "installation of 25 MB in 1,700 files: %.2f s   plain pip %.2f s   ratio %.2f   aim 1.5%n",
        ValidationServer.median(ours),
        ValidationServer.median(plain),
        ValidationServer.median(ours) / ValidationServer.median(plain));
    System.out.printf(
        Locale.ROOT,
        "  of which the scan of the frozen layer: %.2f s   aim 0.3 s%n",
        LayerLookBench.seconds(folder.resolve("look"), rounds));
  }

  /// The time from the first start to the last end of the steps of a phase.
  private static Map<String, Double> phases(JsonNode status) {
    Map<String, Instant> first = new TreeMap<>();
    Map<String, Instant> last = new TreeMap<>();
    for (JsonNode step : status.path("steps")) {
      String phase = step.path("name").asString("").split(" ", 2)[0];
      first.merge(
          phase, ValidationServer.time(step.path("started_at")), (a, b) -> a.isBefore(b) ? a : b);
      last.merge(
          phase, ValidationServer.time(step.path("finished_at")), (a, b) -> a.isAfter(b) ? a : b);
    }
    Map<String, Double> took = new TreeMap<>();
    first.forEach(
        (phase, start) ->
            took.put(
                phase, Duration.between(start, last.getOrDefault(phase, start)).toMillis() / 1e3));
    return took;
  }

  private double bare() throws IOException, InterruptedException {
    long start = System.nanoTime();
    for (int i = 0; i < TASKS; i++) {
      new ProcessBuilder(
              "sh",
              example.resolve("scripts/stats.sh").toString(),
              example.resolve("evals/files/article.txt").toString())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private void queue() throws IOException, InterruptedException {
    List<String> ids = new ArrayList<>();
    for (int topic = 0; topic < TrialSkills.topics(); topic++) {
      ids.add(server.upload(skills.adding(topic)));
    }
    long start = System.nanoTime();
    ids.forEach(server::begin);
    while (true) {
      Map<String, Integer> states = new TreeMap<>();
      ids.forEach(
          id -> states.merge(server.status(id).path("run_state").asString(""), 1, Integer::sum));
      if (states.getOrDefault("finished", 0) == ids.size()) {
        break;
      }
      if (!List.of("waiting", "running", "finished").containsAll(states.keySet())) {
        throw new IllegalStateException("a validation did not finish: " + states);
      }
      Thread.sleep(Duration.ofMillis(100));
    }
    System.out.printf(
        Locale.ROOT,
        "%d queued: all finished in %.1f s, at most %d running at a time   aim %d%n",
        ids.size(),
        (System.nanoTime() - start) / 1e9,
        atOnce(ids.stream().map(server::status).toList()),
        AT_ONCE);
  }

  /// The largest number of runs at once, from the runs' own records: requests one after the other
  /// would see one end and the next begin.
  private static int atOnce(List<JsonNode> runs) {
    Map<Instant, Integer> changes = new TreeMap<>();
    for (JsonNode run : runs) {
      changes.merge(ValidationServer.time(run.path("started_at")), 1, Integer::sum);
      changes.merge(ValidationServer.time(run.path("ended_at")), -1, Integer::sum);
    }
    int running = 0;
    int most = 0;
    for (int change : changes.values()) {
      running += change;
      most = Math.max(most, running);
    }
    return most;
  }

  private void memory(int runs) throws IOException, InterruptedException {
    List<String> seen = new ArrayList<>();
    for (int run = 0; run <= runs; run++) {
      if (run % Math.max(1, runs / 5) == 0) {
        seen.add(Long.toString(used() / MEBIBYTE));
      }
      if (run < runs) {
        server.validate(copy());
      }
    }
    System.out.printf(
        "memory over %d runs: %s MiB of heap after collection%n", runs, String.join(", ", seen));
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private void layer2() throws IOException, InterruptedException {
    for (int topic = 0; topic < APPROVED; topic++) {
      String id = server.upload(skills.adding(topic));
      server.begin(id);
      JsonNode status = server.await(id);
      server.approve(id);
      if (!status.path("status").asString("").equals("pending")) {
        throw new IllegalStateException("not approved: " + status);
      }
    }
    JsonNode status = server.validate(copy());
    Map<String, Double> took = phases(status);
    System.out.printf(
        Locale.ROOT,
        "with %d approved skills: whole run %.2f s, of which regressions %.2f s   aim 8 s more%n",
        APPROVED,
        ValidationServer.seconds(status),
        took.getOrDefault("regress", 0.0));
  }

  private Path copy() throws IOException {
    copies++;
    return skills.copy(example, "text-facts-" + copies);
  }
}
