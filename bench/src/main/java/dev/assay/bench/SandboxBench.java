package dev.assay.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/// Compares sandboxes side by side on this machine. Every round measures each peer once, in random
/// order, so that other load on the machine affects all alike. Shows medians, and each peer's ratio
/// to Assay's local engine.
///
/// `SandboxBench [--engine NAME] [ROUNDS] [CROWD]`; with an engine it is one of the peers, and no
/// crowds are made.
public final class SandboxBench {
  private static final String TREE =
      "mkdir -p /workspace/tree; i=0; while [ $i -lt 500 ]; do head -c 51200 /dev/urandom > /workspace/tree/f$i; i=$((i+1)); done";

  private record Task(String title, int every, Function<Peer, Optional<Long>> measure) {}

  private static final List<Task> TASKS =
      List.of(
          new Task("create to first output", 1, peer -> Optional.of(peer.firstOutputNanos())),
          new Task("command in a live sandbox", 1, Peer::execNanos),
          new Task("snapshot of a 25 MB tree", 3, Peer::snapshotNanos),
          new Task("fork from it to first output", 1, Peer::forkNanos));

  private SandboxBench() {}

  public static void main(String[] arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of(arguments));
    Optional<String> engine = Optional.empty();
    if (words.size() > 1 && words.getFirst().equals("--engine")) {
      engine = Optional.of(words.get(1));
      words.subList(0, 2).clear();
    }
    int rounds = words.isEmpty() ? 40 : Integer.parseInt(words.getFirst());
    int crowd = words.size() > 1 ? Integer.parseInt(words.get(1)) : 200;
    Path home = Files.createTempDirectory("assay-bench");
    Engines engines = new Engines(home, TREE);
    List<Peer> peers = new ArrayList<>(List.of(engines.local()));
    try {
      if (Programs.find("bwrap").isPresent()) {
        peers.add(new BubblewrapPeer());
      }
      Optional<DockerPeer> docker = DockerPeer.start(home, TREE);
      docker.ifPresent(peers::add);
      if (engine.isPresent()) {
        peers.add(engines.named(engine.get(), docker));
      }
      RuntimePeer.find().ifPresent(peers::add);
      peers.stream().filter(EnginePeer.class::isInstance).forEach(SandboxBench::warmUp);
      report(peers, measure(peers, rounds), rounds);
      if (engine.isEmpty()) {
        crowds(peers, crowd);
      }
    } finally {
      peers.reversed().forEach(Peer::close);
      Programs.run("rm", "-rf", home.toString());
    }
  }

  /// Warms up this Java program, because a server is warm too.
  private static void warmUp(Peer own) {
    for (int round = 0; round < 20; round++) {
      long _ = own.firstOutputNanos();
      for (int time = 0; time < 20; time++) {
        Long _ = own.execNanos().orElse(0L);
      }
    }
  }

  private static Map<String, Map<String, List<Long>>> measure(List<Peer> peers, int rounds) {
    Map<String, Map<String, List<Long>>> times = new LinkedHashMap<>();
    Random random = new Random(42);
    for (int round = 0; round < rounds; round++) {
      for (Task task : TASKS) {
        if (round % task.every() != 0) {
          continue;
        }
        List<Peer> order = new ArrayList<>(peers);
        Collections.shuffle(order, random);
        for (Peer peer : order) {
          task.measure()
              .apply(peer)
              .ifPresent(
                  nanos ->
                      times
                          .computeIfAbsent(task.title(), _ -> new LinkedHashMap<>())
                          .computeIfAbsent(peer.name(), _ -> new ArrayList<>())
                          .add(nanos));
        }
      }
    }
    return times;
  }

  private static void report(
      List<Peer> peers, Map<String, Map<String, List<Long>>> times, int rounds) {
    System.out.printf("Median milliseconds of %d rounds (times ours)%n", rounds);
    System.out.printf("%-32s", "");
    peers.forEach(peer -> System.out.printf("%18s", peer.name()));
    System.out.println();
    times.forEach(
        (title, row) -> {
          System.out.printf("%-32s", title);
          double ours = median(row.getOrDefault(peers.getFirst().name(), List.of()));
          for (Peer peer : peers) {
            List<Long> all = row.getOrDefault(peer.name(), List.of());
            System.out.printf(
                "%18s",
                all.isEmpty() ? "-" : "%.2f (%.1fx)".formatted(median(all), median(all) / ours));
          }
          System.out.println();
        });
  }

  private static void crowds(List<Peer> peers, int count) {
    for (Peer peer : peers) {
      peer.crowd(count)
          .ifPresent(
              crowd ->
                  System.out.printf(
                      "%d at a time, %s: %.0f ms until all are ready, %s%n",
                      count,
                      peer.name(),
                      crowd.nanos() / 1e6,
                      crowd.bytesEach() > 0
                          ? "%.2f MiB each".formatted(crowd.bytesEach() / 1048576.0)
                          : "memory hidden by what else the machine did"));
    }
  }

  private static double median(List<Long> nanos) {
    if (nanos.isEmpty()) {
      return Double.NaN;
    }
    List<Long> sorted = nanos.stream().sorted().toList();
    return sorted.get(sorted.size() / 2) / 1e6;
  }
}
