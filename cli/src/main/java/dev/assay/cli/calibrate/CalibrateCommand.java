package dev.assay.cli.calibrate;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The command `assay calibrate`.
@Command(
    name = "calibrate",
    description =
        "Measures the gate itself with the configured models: good skills and bad ones made of them"
            + " are validated, and it is counted how often the verdict is wrong.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Try:  assay calibrate --skills 3 --mutants broken-script,over-broad --validations 2",
      "",
      "The whole corpus is 20 skills and 8 mutants of each: 180 validations for every round. The",
      "same command with the same --out goes on where it stopped, as long as models, prompts,",
      "policy and version of the server are the same. Its skills (calibration-…) are deleted when",
      "they are measured; what a killed command left behind, by the next one. The result is kept at",
      "the server and shown with every verdict until something of that changes.",
      "",
      "Exit codes: 0 within the limits, 1 above them, 2 usage, 3 not finished: the budget ended,",
      "or a validation was inconclusive."
    })
public final class CalibrateCommand implements Callable<Integer> {
  @Mixin private ServerOption server = new ServerOption();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "calibration",
      description = "Folder of the report and of what was measured (default: calibration).")
  private Path out = Path.of("calibration");

  @Option(
      names = "--validations",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often each skill is validated (default: 1); flips need two.")
  private int validations;

  @Option(
      names = "--skills",
      paramLabel = "N",
      defaultValue = "20",
      description = "So many good skills of the corpus (default: all 20).")
  private int skills;

  @Option(
      names = "--mutants",
      split = ",",
      paramLabel = "KIND",
      description = "Kinds of bad skills (default: all): broken-script, wrong-instruction, …")
  private List<String> mutants = List.of();

  @Option(
      names = "--budget",
      paramLabel = "COST",
      description = "Stop before the next validation once so much was spent, as prices count.")
  private @Nullable BigDecimal budget;

  @Option(
      names = "--max-false-accept",
      paramLabel = "SHARE",
      defaultValue = "0.05",
      description = "Most bad skills that may pass, 0 to 1 (default: 0.05).")
  private double mostAccepted;

  @Option(
      names = "--max-false-reject",
      paramLabel = "SHARE",
      defaultValue = "0.1",
      description = "Most good skills that may be rejected, 0 to 1 (default: 0.1).")
  private double mostRejected;

  @Spec private @Nullable CommandSpec spec;

  private record Planned(CorpusFiles skill, Mutation mutation) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Planned> plan = plan();
    Files.createDirectories(out);
    CalibrationLog log = new CalibrationLog(out.resolve("runs.jsonl"));
    Map<String, Measured> known = log.read();
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    boolean whole;
    Findings findings;
    PrintWriter print = line.getOut();
    try (Connection connection = server.connect()) {
      CalibrationProgress bar = new CalibrationProgress(line.getErr(), plan.size() * validations);
      CorpusValidation gate = new CorpusValidation(connection, bar::show);
      String conditions = gate.conditions().toString();
      known.values().removeIf(each -> !each.conditions().equals(conditions));
      int before = known.size();
      gate.clear(
          plan.stream()
              .map(each -> CorpusValidation.variant(each.skill(), each.mutation()))
              .collect(Collectors.toSet()));
      whole = measure(plan, log, known, gate, bar, line.getErr());
      findings = new Findings(new ArrayList<>(wanted(plan, known)));
      CalibrationReport report = new CalibrationReport(findings, LocalDate.now(ZoneOffset.UTC));
      report.write(out);
      print.println(report.markdown());
      print.println("Report: " + out.resolve("report.md"));
      boolean fresh = known.size() > before || !gate.isCalibrated();
      if (whole && fresh && gate.hasModels()) {
        print.println("Verdicts from now on: " + gate.record(report.values()) + ".");
      }
      print.flush();
    }
    if (findings.falseAccept().value() > mostAccepted
        || findings.falseReject().value() > mostRejected) {
      return ExitCode.FAILED;
    }
    return whole && findings.inconclusive() == 0 ? ExitCode.PASSED : ExitCode.INCONCLUSIVE;
  }

  /// @return true if every planned validation was measured
  private boolean measure(
      List<Planned> plan,
      CalibrationLog log,
      Map<String, Measured> known,
      CorpusValidation gate,
      CalibrationProgress bar,
      PrintWriter progress)
      throws IOException, InterruptedException {
    int done = 0;
    for (Planned each : plan) {
      String id = "";
      try {
        for (int number = 1; number <= validations; number++, done++) {
          String name = each.skill().name() + " " + each.mutation().word();
          bar.begin(done, name);
          Measured before = known.get(name + " " + number);
          if (before != null && before.outcome() != Measured.Outcome.INCONCLUSIVE) {
            continue;
          }
          if (budget != null && spent(known).compareTo(budget) >= 0) {
            bar.end();
            progress.println("The budget of " + budget + " is spent; go on with a larger one.");
            return false;
          }
          id = id.isEmpty() ? gate.upload(each.skill(), each.mutation()) : id;
          Measured one = gate.validate(id, each.skill(), each.mutation(), number);
          log.add(one);
          known.put(one.key(), one);
        }
      } finally {
        if (!id.isEmpty()) {
          gate.delete(id);
        }
      }
    }
    bar.begin(done, "done");
    bar.end();
    return true;
  }

  private static BigDecimal spent(Map<String, Measured> known) {
    return new Findings(new ArrayList<>(known.values())).cost();
  }

  private List<Measured> wanted(List<Planned> plan, Map<String, Measured> known) {
    List<Measured> wanted = new ArrayList<>();
    for (Planned each : plan) {
      for (int number = 1; number <= validations; number++) {
        Measured one = known.get(each.skill().name() + " " + each.mutation().word() + " " + number);
        if (one != null) {
          wanted.add(one);
        }
      }
    }
    return wanted;
  }

  private List<Planned> plan() {
    Map<String, CorpusFiles> corpus = CorpusFiles.corpus();
    require(validations >= 1, "--validations is at least 1, not " + validations);
    require(
        skills >= 1 && skills <= corpus.size(),
        "--skills is between 1 and %d, not %d".formatted(corpus.size(), skills));
    require(share(mostAccepted), "--max-false-accept is between 0 and 1, not " + mostAccepted);
    require(share(mostRejected), "--max-false-reject is between 0 and 1, not " + mostRejected);
    require(budget == null || budget.signum() > 0, "--budget is more than 0, not " + budget);
    List<Mutation> kinds = new ArrayList<>(List.of(Mutation.NONE));
    kinds.addAll(kinds());
    List<Planned> plan = new ArrayList<>();
    for (CorpusFiles skill : corpus.values().stream().limit(skills).toList()) {
      kinds.forEach(kind -> plan.add(new Planned(skill, kind)));
    }
    return plan;
  }

  private List<Mutation> kinds() {
    Map<String, Mutation> known =
        Arrays.stream(Mutation.values())
            .filter(each -> !each.good())
            .collect(
                Collectors.toMap(
                    Mutation::word, each -> each, (one, _) -> one, java.util.LinkedHashMap::new));
    for (String each : mutants) {
      require(
          known.containsKey(each),
          "--mutants knows no \"%s\"; there are: %s"
              .formatted(each, String.join(", ", known.keySet())));
    }
    return mutants.isEmpty()
        ? List.copyOf(known.values())
        : mutants.stream().distinct().map(each -> Objects.requireNonNull(known.get(each))).toList();
  }

  private static boolean share(double value) {
    return value >= 0 && value <= 1;
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new ParameterException(Objects.requireNonNull(spec).commandLine(), otherwise + ".");
    }
  }
}
