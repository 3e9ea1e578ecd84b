package dev.assay.bench;

import dev.assay.intake.Examination;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.skill.Finding;
import dev.assay.skill.Risk;
import dev.assay.skill.Severity;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Measures the share of malicious skills that the static scan warns of, and the share of good
/// ones. It reads the skills in the given folders whose digest is in the list of labels. The list
/// has two parts: `dev`, on which rules were written, and `hold`, which was used for figures only.
///
/// Aims on `hold`: recall 85 %, false alarms 3 %.
public final class ScanBench {
  private static final String PEER = "curl|wget|base64|eval|exec|subprocess|requests|\\.ssh|token";

  private ScanBench() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length == 0) {
      System.err.println(
          "bench scan FOLDER...: folders with the collections that are named in"
              + " scan-labels.tsv; this repository holds their digests, not their files");
      System.exit(2);
    }
    List<Path> skills = new ArrayList<>();
    for (String folder : arguments) {
      try (Stream<Path> all = Files.walk(Path.of(folder), FileVisitOption.FOLLOW_LINKS)) {
        all.filter(path -> path.endsWith("SKILL.md")).map(Path::getParent).forEach(skills::add);
      }
    }
    Path quarantine = Files.createTempDirectory("assay-bench-");
    try {
      measure(skills, quarantine, arguments);
    } finally {
      Files.delete(quarantine);
    }
  }

  private static void measure(List<Path> skills, Path quarantine, String[] folders)
      throws IOException, InterruptedException {
    Map<String, ScanLabel> labels = ScanLabel.all();
    ScanTable table = new ScanTable();
    Intake intake = new Intake(IntakeLimits.standard(), quarantine);
    long began = System.nanoTime();
    for (Path skill : skills) {
      Examination examination = intake.check(skill);
      ScanLabel label = examination.digest().map(digest -> labels.get(digest.hex())).orElse(null);
      if (label == null) {
        table.unlabelled();
      } else {
        table.add(label, warnings(examination));
      }
    }
    Duration ours = Duration.ofNanos(System.nanoTime() - began);
    table.print(System.out);
    List<String> grep = new ArrayList<>(List.of("grep", "-rIEc", PEER));
    grep.addAll(List.of(folders));
    Duration peer = Stopwatch.median(1, grep);
    System.out.printf(
        "%d skills in %.1f s on one core; grep with %d words over the same files %.1f s; ratio %.1f%n",
        skills.size(),
        ours.toMillis() / 1e3,
        PEER.split("\\|", -1).length,
        peer.toMillis() / 1e3,
        (double) ours.toNanos() / Math.max(1, peer.toNanos()));
  }

  /// The categories of the scan's warnings.
  private static List<String> warnings(Examination examination) {
    return examination.findings().stream()
        .filter(finding -> finding.severity() == Severity.WARNING && finding.isEvidence())
        .flatMap(ScanBench::category)
        .distinct()
        .toList();
  }

  private static Stream<String> category(Finding finding) {
    return finding.risk().map(Risk::category).stream();
  }
}
