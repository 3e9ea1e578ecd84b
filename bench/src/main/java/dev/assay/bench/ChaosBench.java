package dev.assay.bench;

import dev.assay.bench.ChaosPhases.Phase;
import dev.assay.cli.connection.Connection;
import dev.assay.skill.AssayException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Kills one of two servers with SIGKILL at random moments of everything that is done with a skill:
/// upload, validation, approval, chat, full test, rollback, deletion. The other one has to bring
/// each to the same end. One line for each kill goes into `kills.csv`; started again with the same
/// folder and seed, it goes on behind the last whole round.
final class ChaosBench {
  private static final Duration QUIET = Duration.ofSeconds(60);

  private final ChaosWorld world;
  private final Path folder;
  private final Path results;
  private final long seed;

  private ChaosBench(ChaosWorld world, Path folder, long seed) {
    this.world = world;
    this.folder = folder;
    this.results = folder.resolve("kills.csv");
    this.seed = seed;
  }

  static void main(String[] arguments) throws Exception {
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i], arguments[i + 1]);
    }
    int kills = Integer.parseInt(options.getOrDefault("--kills", "28"));
    long seed = Long.parseLong(options.getOrDefault("--seed", "1"));
    Path folder = Path.of(options.getOrDefault("--folder", "target/chaos-" + seed));
    ChaosWorld world = ChaosWorld.open(folder);
    Runtime.getRuntime().addShutdownHook(new Thread(world::close)); // also when it is stopped
    new ChaosBench(world, folder.toAbsolutePath(), seed).run(kills);
  }

  private void run(int kills) throws Exception {
    int phases = Phase.values().length;
    int first = lines().size() / phases;
    System.out.printf(
        "seed %d, storage %s, %d kills before%n", seed, world.storage(), first * phases);
    for (int round = first; round * phases < kills; round++) {
      round(round);
    }
    world.ensureBoth();
    List<String> left = world.leftovers();
    for (long end = System.nanoTime() + QUIET.toNanos();
        !left.isEmpty() && System.nanoTime() < end;
        left = world.leftovers()) {
      Thread.sleep(Duration.ofSeconds(1));
    }
    List<String> all = lines();
    long wrong = all.stream().filter(line -> !line.endsWith(",same")).count();
    System.out.printf(
        "%d kills, %d ends that differ, %d leftovers%n", all.size(), wrong, left.size());
    all.stream().filter(line -> !line.endsWith(",same")).forEach(System.out::println);
    left.forEach(System.out::println);
  }

  private void round(int round) throws Exception {
    int topic = round % TrialSkills.topics();
    Path archive = new TrialSkills(folder).adding(topic);
    ChaosPhases phases = new ChaosPhases(folder, archive, TrialSkills.topic(topic));
    for (Phase phase : Phase.values()) {
      Random random = new Random(seed * 1_000_003 + round * 31L + phase.name().hashCode());
      int begun = random.nextInt(2);
      int killed = random.nextInt(2);
      int delay = random.nextInt(phase.longest());
      world.ensureBoth();
      Thread work = Thread.ofVirtual().start(() -> begin(phases, phase, begun));
      Thread.sleep(Duration.ofMillis(delay));
      world.kill(killed);
      work.join(Duration.ofMinutes(2));
      String outcome;
      try (Connection other = world.connection(1 - killed)) {
        outcome = phases.finish(phase, other);
      } catch (AssayException e) {
        outcome = e.code() + " " + e.reason();
      }
      note(round, phase, begun, killed, delay, outcome);
    }
  }

  /// May break off in the middle: that is the point.
  private void begin(ChaosPhases phases, Phase phase, int server) {
    try (Connection connection = world.connection(server)) {
      phases.begin(phase, connection);
    } catch (RuntimeException e) {
      // the server was killed meanwhile; whoever lives is asked again
    }
  }

  private void note(int round, Phase phase, int begun, int killed, int delay, String outcome)
      throws IOException {
    String verdict =
        outcome.equals(ChaosPhases.expected(phase))
            ? "same"
            : "differs: " + outcome.replaceAll("[,\n]", ";");
    String line =
        "%d,%s,begun at %d,killed %d,%d ms,%s"
            .formatted(round, phase, begun, killed, delay, verdict);
    System.out.println(line);
    Files.writeString(results, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private List<String> lines() throws IOException {
    if (Files.notExists(results)) {
      return List.of();
    }
    try (Stream<String> all = Files.lines(results)) {
      return all.toList();
    }
  }
}
