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
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Kills one of two servers with SIGKILL at random moments of a skill's life: upload, validation,
/// approval, chat, full test, rollback, deletion. The other server has to complete each of them
/// with the same result. With `--aim` kills happen at chosen moments only, and hit the server that
/// is at work. Each kill is a line in `kills.csv`; a new start with the same folder and seed
/// continues after the last whole round.
final class ChaosBench {
  private static final Duration QUIET = Duration.ofSeconds(60);

  private final ChaosWorld world;
  private final Path folder;
  private final Path results;
  private final long seed;
  private final Set<ChaosAim> aims;

  private ChaosBench(ChaosWorld world, Path folder, long seed, Set<ChaosAim> aims) {
    this.world = world;
    this.folder = folder;
    this.results = folder.resolve("kills.csv");
    this.seed = seed;
    this.aims = aims;
  }

  static void main(String[] arguments) throws Exception {
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i], arguments[i + 1]);
    }
    int kills = Integer.parseInt(options.getOrDefault("--kills", "28"));
    long seed = Long.parseLong(options.getOrDefault("--seed", "1"));
    Set<ChaosAim> aims = ChaosAim.parse(options.getOrDefault("--aim", ""));
    String name = "target/chaos-" + seed + (aims.isEmpty() ? "" : "-aimed");
    Path folder = Path.of(options.getOrDefault("--folder", name));
    ChaosWorld world = ChaosWorld.open(folder);
    Runtime.getRuntime().addShutdownHook(new Thread(world::close)); // also when it is stopped
    new ChaosBench(world, folder.toAbsolutePath(), seed, aims).run(kills);
  }

  private void run(int kills) throws Exception {
    int phases = aims.isEmpty() ? Phase.values().length : aims.size();
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
    Path archive =
        aims.contains(ChaosAim.LAYER_PUSH) || aims.contains(ChaosAim.DELETION)
            ? new TrialSkills(folder).addingWith(topic, BulkPackage.make(folder))
            : new TrialSkills(folder).adding(topic);
    ChaosPhases phases = new ChaosPhases(folder, archive, TrialSkills.topic(topic));
    for (Phase phase : Phase.values()) {
      Random random = new Random(seed * 1_000_003 + round * 31L + phase.name().hashCode());
      int begun = random.nextInt(2);
      int killed = random.nextInt(2);
      int delay = random.nextInt(phase.longest());
      world.ensureBoth();
      Optional<ChaosAim> aim = ChaosAim.of(phase, aims);
      if (aim.isPresent()) {
        aimed(phases, phase, aim.get(), begun, round, random);
      } else if (aims.isEmpty()) {
        Thread work = Thread.ofVirtual().start(() -> begin(phases, phase, begun));
        Thread.sleep(Duration.ofMillis(delay));
        world.kill(killed);
        work.join(Duration.ofMinutes(2));
        note(round, phase, begun, killed, delay + " ms", finish(phases, phase, 1 - killed));
      } else if (phase.isNeeded()) {
        begin(phases, phase, begun);
        requireExpected(phase, finish(phases, phase, begun));
      }
    }
  }

  private void aimed(
      ChaosPhases phases, Phase phase, ChaosAim aim, int begun, int round, Random random)
      throws Exception {
    if (aim == ChaosAim.DELETION) { // a skill in use, whose deletion makes a new image
      try (Connection connection = world.connection(begun)) {
        phases.rollForward(connection);
      }
    }
    try (ChaosWatch watch = world.watch()) {
      ChaosWatch.Moment moment = watch.new Moment(aim, begun, random);
      Thread work = Thread.ofVirtual().start(() -> begin(phases, phase, begun));
      ChaosWatch.Sight sight = moment.await();
      world.kill(sight.server());
      work.join(Duration.ofMinutes(2));
      String when = aim + (sight.seen() ? "" : " missed");
      note(round, phase, begun, sight.server(), when, finish(phases, phase, 1 - sight.server()));
    }
  }

  private String finish(ChaosPhases phases, Phase phase, int server) {
    try (Connection connection = world.connection(server)) {
      return phases.finish(phase, connection);
    } catch (AssayException e) {
      return e.code() + " " + e.reason() + " (server " + server + " " + world.state(server) + ")";
    }
  }

  private static void requireExpected(Phase phase, String outcome) {
    if (!outcome.equals(ChaosPhases.expected(phase))) {
      throw new IllegalStateException(
          "Without any kill %s ended with: %s".formatted(phase, outcome));
    }
  }

  /// Begins a phase. A kill may interrupt it; that is the purpose.
  private void begin(ChaosPhases phases, Phase phase, int server) {
    try (Connection connection = world.connection(server)) {
      phases.begin(phase, connection);
    } catch (RuntimeException e) {
      // the server was killed meanwhile; the living one is asked again
    }
  }

  private void note(int round, Phase phase, int begun, int killed, String when, String outcome)
      throws IOException {
    String verdict =
        outcome.equals(ChaosPhases.expected(phase))
            ? "same"
            : "differs: " + outcome.replaceAll("[,\n]", ";");
    String line =
        "%d,%s,begun at %d,killed %d,%s,%s".formatted(round, phase, begun, killed, when, verdict);
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
