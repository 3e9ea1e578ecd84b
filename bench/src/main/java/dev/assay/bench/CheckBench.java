package dev.assay.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Measures the time of `assay check` from the prompt and back, beside peers that do less: starting
/// a JVM, `unzip -tq` of the same archives, and Python reading the same frontmatter.
///
/// Aims: one skill in 0.5 s including the start of the JVM; 1,000 skills in 6 s on 2 cores; a heap
/// of 256 MiB for archives of any size.
public final class CheckBench {
  private static final int SKILLS = 1000;
  private static final String HEAP = "-Xmx256m";

  private CheckBench() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path work = Files.createTempDirectory("assay-bench-");
    try {
      measure(work, arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7);
    } finally {
      delete(work);
    }
  }

  private static void measure(Path work, int rounds) throws IOException, InterruptedException {
    SampleSkills samples = new SampleSkills(work);
    Path one = samples.skill("one");
    Path many = samples.skills(SKILLS);
    Path archives = samples.archives(many, 100);
    Path large = samples.largeArchive();
    Path classes = work.resolve("check.jsa");

    Duration jvm = Stopwatch.median(rounds, List.of(java(), "-XX:+UseSerialGC", "--version"));
    Stopwatch.median(1, check(classes, one));
    Duration single = Stopwatch.median(rounds, check(classes, one));
    System.out.printf(
        "one skill:        %6.0f ms   java -version %4.0f ms   ratio %.1f   aim 500 ms%n",
        millis(single), millis(jvm), ratio(single, jvm));

    int few = Math.max(3, rounds / 2);
    Duration thousand = Stopwatch.median(few, check(classes, many));
    Duration python = Stopwatch.median(few, List.of("python3", "-c", PYTHON, many.toString()));
    System.out.printf(
        "%d skills:      %6.0f ms   python3 yaml  %4.0f ms   ratio %.1f   aim 6000 ms%n",
        SKILLS, millis(thousand), millis(python), ratio(thousand, python));

    Duration zips = Stopwatch.median(few, check(classes, archives));
    Duration unzip =
        Stopwatch.median(
            few,
            List.of(
                "sh",
                "-c",
                "for f in \"$0\"/*.zip; do unzip -tq \"$f\"; done",
                archives.toString()));
    System.out.printf(
        "100 archives:     %6.0f ms   unzip -tq     %4.0f ms   ratio %.1f%n",
        millis(zips), millis(unzip), ratio(zips, unzip));

    Duration big = Stopwatch.median(3, check(classes, large));
    Duration unzipBig = Stopwatch.median(3, List.of("unzip", "-tq", large.toString()));
    System.out.printf(
        "%3d MB archive:   %6.0f ms   unzip -tq     %4.0f ms   ratio %.1f   heap %s%n",
        Files.size(large) / 1_000_000, millis(big), millis(unzipBig), ratio(big, unzipBig), HEAP);
  }

  private static final String PYTHON =
      """
      import pathlib, sys, yaml
      for file in pathlib.Path(sys.argv[1]).glob("*/SKILL.md"):
          yaml.safe_load(file.read_text().split("---")[1])
      """;

  /// The command with the options its launcher gives.
  private static List<String> check(Path classes, Path skills) {
    return List.of(
        java(),
        HEAP,
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:+AutoCreateSharedArchive",
        "-XX:SharedArchiveFile=" + classes,
        "-Xlog:cds=off",
        "-Xlog:aot=off",
        "-Xlog:cds+dynamic=off",
        "-cp",
        jars(),
        "dev.assay.cli.Assay",
        "check",
        skills.toString());
  }

  /// Packs classes into jars, because an archive of classes can be made of jars only.
  private static String jars() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> entry.endsWith(".jar"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / 1e6;
  }

  private static double ratio(Duration ours, Duration peer) {
    return peer.isZero() ? 0 : (double) ours.toNanos() / peer.toNanos();
  }

  private static void delete(Path folder) throws IOException {
    List<Path> paths = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(folder)) {
      walk.forEach(paths::add);
    }
    for (Path path : paths.reversed()) {
      Files.deleteIfExists(path);
    }
  }
}
