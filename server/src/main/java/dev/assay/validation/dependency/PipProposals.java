package dev.assay.validation.dependency;

import dev.assay.contents.PythonEnvironment;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.validation.dependency.Installation.Ran;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Asks pip for the packages that it would install. pip may run code of packages for that, so each
/// question gets a new sandbox.
final class PipProposals {
  private static final String REPORT = "/tmp/report.json";
  private static final String WANTED = "/tmp/wanted.txt";
  private static final String EXACT = "/tmp/exact.txt";
  private static final long LONGEST_REPORT = 64 << 20;

  private final TimedCommands commands;
  private final Workbenches benches;
  private final PythonEnvironment python;
  private final PipResolver.Sources sources;

  PipProposals(
      TimedCommands commands,
      Workbenches benches,
      PythonEnvironment python,
      PipResolver.Sources sources) {
    this.commands = commands;
    this.benches = benches;
    this.python = python;
    this.sources = sources;
  }

  enum Indexes {
    NONE,
    DOOR
  }

  /// @param indexes the indexes that offer all packages of the proposal
  record Proposal(List<PipReport.Item> items, Indexes indexes) {
    static final Proposal NOTHING = new Proposal(List.of(), Indexes.NONE);
  }

  /// Proposes only files with the given hashes, also for indirect requirements. Packages in the
  /// image are ignored.
  Optional<Proposal> askPinned(HashPins pins, List<Ran> ran) {
    try (Sandbox sandbox = benches.open()) {
      sandbox.files().writeText(WANTED, String.join("\n", pins.requirements()) + "\n");
      return ask(sandbox, List.of("--ignore-installed", "--require-hashes", "-r", WANTED), ran);
    }
  }

  /// @param exact the packages with a fixed version, as `NAME==VERSION`
  Optional<Proposal> ask(List<String> packages, List<String> exact, List<Ran> ran) {
    List<String> words = new ArrayList<>();
    try (Sandbox sandbox = benches.open()) {
      if (!exact.isEmpty()) {
        sandbox.files().writeText(EXACT, String.join("\n", exact) + "\n");
        words.addAll(List.of("-c", EXACT));
      }
      words.add("--");
      words.addAll(packages);
      return ask(sandbox, words, ran);
    }
  }

  /// Asks with the carried packages first, without any index. The author tested with those, and no
  /// index can then offer another package of the same name.
  private Optional<Proposal> ask(Sandbox sandbox, List<String> wanted, List<Ran> ran) {
    if (!sources.carried().isEmpty()) {
      Ran tried = tryOut(sandbox, wanted, Indexes.NONE);
      ran.add(tried);
      if (tried.succeeded()) {
        return Optional.of(new Proposal(items(sandbox), Indexes.NONE));
      }
      if (!isLacking(tried)) {
        return Optional.empty();
      }
    }
    ran.add(tryOut(sandbox, wanted, Indexes.DOOR));
    return ran.getLast().succeeded()
        ? Optional.of(new Proposal(items(sandbox), Indexes.DOOR))
        : Optional.empty();
  }

  /// Tests whether a package is missing, rather than broken. An index may then have it.
  private static boolean isLacking(Ran ran) {
    return !ran.stopped() && ran.tail().contains("No matching distribution found");
  }

  private Ran tryOut(Sandbox sandbox, List<String> wanted, Indexes indexes) {
    List<String> words = words("install", indexes);
    words.addAll(List.of("--dry-run", "--report", REPORT));
    words.addAll(wanted);
    return commands.run(sandbox, words, variables(indexes));
  }

  /// Returns the beginning of a pip command, before its own options.
  List<String> words(String command, Indexes indexes) {
    List<String> words = new ArrayList<>(sources.pip());
    words.addAll(List.of("--python", python.python(), command));
    words.addAll(List.of("--no-input", "--no-color", "--progress-bar=off", "--no-cache-dir"));
    words.add("--disable-pip-version-check");
    if (indexes == Indexes.NONE) {
      words.add("--no-index");
    }
    sources.carried().forEach(folder -> words.add("--find-links=" + folder));
    return words;
  }

  Map<String, String> variables(Indexes indexes) {
    Map<String, String> all = new HashMap<>(sources.variables());
    if (indexes == Indexes.NONE) {
      all.put("PIP_NO_INDEX", "1");
    }
    return all;
  }

  private static List<PipReport.Item> items(Sandbox sandbox) {
    byte[] report = sandbox.files().read(REPORT, LONGEST_REPORT);
    return PipReport.parse(new String(report, StandardCharsets.UTF_8)).items();
  }
}
