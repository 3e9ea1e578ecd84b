package dev.assay.bench;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Measures the time until a server answers and its memory then, plain beside archived, turn by
/// turn on the same database. Measures the time of a command without Spring, too, beside `java
/// -version`.
final class StartupBench {
  private static final int ROUNDS = 7;
  private static final Duration CACHE_LIMIT = Duration.ofMinutes(10);

  private final String launcher = System.getenv("ASSAY_BENCH_LAUNCHER");
  private final Path folder;

  private StartupBench(Path folder) {
    this.folder = folder;
  }

  static void main(String[] arguments) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("assay-bench");
    try {
      new StartupBench(folder).run();
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        all.sorted(java.util.Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    }
  }

  private record Start(double seconds, double mebibytes) {}

  private void run() throws IOException, InterruptedException {
    System.out.println("Warming up: a build, a database, a start cache …");
    makeCache();
    List<Start> plain = new ArrayList<>();
    List<Start> archived = new ArrayList<>();
    List<Double> bare = new ArrayList<>();
    List<Double> command = new ArrayList<>();
    command(List.of(launcher, "status"));
    for (int round = 1; round <= ROUNDS; round++) {
      System.out.printf("Round %d of %d%n", round, ROUNDS);
      plain.add(start(Map.of("ASSAY_NO_ARCHIVE", "1")));
      archived.add(start(Map.of("ASSAY_CACHE", cache().toString())));
      bare.add(command(List.of(System.getProperty("java.home") + "/bin/java", "-version")));
      command.add(command(List.of(launcher, "status")));
    }
    Map<String, List<Double>> rows = new LinkedHashMap<>();
    rows.put("serve, plain: ready, s", plain.stream().map(Start::seconds).toList());
    rows.put("serve, archived: ready, s", archived.stream().map(Start::seconds).toList());
    rows.put("serve, plain: resident, MiB", plain.stream().map(Start::mebibytes).toList());
    rows.put("serve, archived: resident, MiB", archived.stream().map(Start::mebibytes).toList());
    rows.put("java -version, s", bare);
    rows.put("assay status, s", command);
    System.out.printf("%n%-34s %8s %8s %8s%n", "", "median", "least", "most");
    rows.forEach(
        (name, values) -> {
          List<Double> sorted = values.stream().sorted().toList();
          System.out.printf(
              "%-34s %8.2f %8.2f %8.2f%n",
              name, median(sorted), sorted.getFirst(), sorted.getLast());
        });
    System.out.printf(
        "%nload %.1f%n",
        java.lang.management.ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    System.out.printf(
        "%narchived : plain      %.2f%nassay status : java   %.2f%n",
        median(rows.get("serve, archived: ready, s")) / median(rows.get("serve, plain: ready, s")),
        median(command) / median(bare));
  }

  private Path cache() {
    return folder.resolve("cache");
  }

  /// Waits for the cache, which a server makes in the background some seconds after it is ready.
  private void makeCache() throws IOException, InterruptedException {
    Process process = launch(Map.of("ASSAY_CACHE", cache().toString()));
    awaitServer(process);
    long begin = System.nanoTime();
    while (caches() == 0) {
      if (System.nanoTime() - begin > CACHE_LIMIT.toNanos()) {
        throw new IllegalStateException("No start cache in " + cache() + " after " + CACHE_LIMIT);
      }
      Thread.sleep(Duration.ofMillis(200));
    }
    process.destroy();
    process.waitFor();
  }

  private long caches() throws IOException {
    try (Stream<Path> files = Files.list(cache())) {
      return files.filter(file -> file.toString().endsWith(".aot")).count();
    }
  }

  private Process launch(Map<String, String> environment) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(launcher, "serve", "--port", "0")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    builder.environment().put("ASSAY_HOME", folder.resolve("home").toString());
    builder.environment().putAll(environment);
    return builder.start();
  }

  private Start start(Map<String, String> environment) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Process process = launch(environment);
    URI health = awaitServer(process);
    try (HttpClient client = HttpClient.newHttpClient()) {
      client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.discarding());
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    Thread.sleep(Duration.ofSeconds(1));
    double mebibytes = resident(process.pid());
    boolean cached = Files.readString(Path.of("/proc/" + process.pid() + "/maps")).contains(".aot");
    process.destroy();
    process.waitFor();
    if (cached != environment.containsKey("ASSAY_CACHE")) {
      throw new IllegalStateException(
          "The server started " + (cached ? "with" : "without") + " a cache");
    }
    return new Start(seconds, mebibytes);
  }

  private URI awaitServer(Process process) throws IOException, InterruptedException {
    Path file = folder.resolve("home/server.json");
    while (Files.notExists(file)) {
      if (!process.isAlive()) {
        throw new IllegalStateException(Files.readString(folder.resolve("log")));
      }
      Thread.sleep(Duration.ofMillis(5));
    }
    String url = Files.readString(file).replaceAll("(?s).*\"url\" : \"([^\"]+)\".*", "$1");
    return URI.create(url + "/actuator/health");
  }

  private static double resident(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(Double.NaN);
  }

  private double command(List<String> words) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    builder.environment().put("ASSAY_HOME", folder.resolve("nowhere").toString());
    long begin = System.nanoTime();
    builder.start().waitFor();
    return (System.nanoTime() - begin) / 1e9;
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }
}
