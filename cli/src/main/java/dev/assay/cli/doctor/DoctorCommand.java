package dev.assay.cli.doctor;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.examination.ModelExamination;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// The command `assay doctor`.
@Command(
    name = "doctor",
    description = "Shows what this machine can and cannot do, and how to fix it.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit code 0 if skills can be proved here (with --model: if the model can be used), 1 if not"
          + " (a line says \"missing\")."
    })
public final class DoctorCommand implements Callable<Integer> {
  @Option(names = "--json", description = "Answer as JSON.")
  private boolean json;

  @Option(
      names = "--model",
      description = "Check the configured language models only, with a few small questions each.")
  private boolean model;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description =
          "Try one sandbox engine only (local, docker, daytona, e2b), for real: create, run,"
              + " block, snapshot, destroy; and what each of its capabilities means for proofs.")
  private @Nullable String engine;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    ModelDiagnosis.Found models =
        model
            ? ModelDiagnosis.find(System.getenv(), Path.of(""))
            : new ModelDiagnosis.Found(List.of(), List.of());
    String tried = engine;
    List<Diagnosis> diagnoses =
        model
            ? models.diagnoses()
            : tried != null
                ? EngineDiagnosis.of(tried, System.getenv(), Path.of(""))
                : withPackages(new DoctorChecks(System.getenv(), Path.of("")).diagnoses());
    boolean able = diagnoses.stream().noneMatch(found -> found.state() == Diagnosis.State.MISSING);
    if (json) {
      out.println(asJson(diagnoses, models.models(), able));
    } else {
      diagnoses.forEach(found -> print(out, found));
      new ModelTable(models.models()).print(out);
      out.println();
      out.println(
          model
              ? (able ? "The model can be used." : "The model cannot be used yet.")
              : (able
                  ? "Skills can be proved on this machine."
                  : "Skills cannot be proved here yet."));
    }
    out.flush();
    return able ? ExitCode.PASSED : ExitCode.FAILED;
  }

  private static List<Diagnosis> withPackages(List<Diagnosis> machine) {
    return Stream.concat(
            machine.stream(), PackageDiagnosis.of(System.getenv(), Path.of("")).stream())
        .toList();
  }

  private static void print(PrintWriter out, Diagnosis found) {
    out.printf("%-8s %-16s %s%n", found.state().word(), found.subject(), found.finding());
    if (!found.remedy().isEmpty()) {
      out.printf("%-8s %-16s → %s%n", "", "", found.remedy());
    }
  }

  private static String asJson(
      List<Diagnosis> diagnoses, List<ModelExamination.Result> models, boolean able) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("able", able);
    answer.put(
        "checks",
        diagnoses.stream()
            .map(
                found -> {
                  Map<String, String> check = new LinkedHashMap<>();
                  check.put("subject", found.subject());
                  check.put("state", found.state().word());
                  check.put("finding", found.finding());
                  check.put("remedy", found.remedy());
                  return check;
                })
            .toList());
    if (!models.isEmpty()) {
      answer.put("models", models);
    }
    return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(answer);
  }
}
