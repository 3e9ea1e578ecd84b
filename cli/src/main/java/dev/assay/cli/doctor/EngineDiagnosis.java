package dev.assay.cli.doctor;

import dev.assay.examination.EngineExamination;
import dev.assay.home.Home;
import dev.assay.sandbox.EngineTrial;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Tries the abilities of a sandbox engine on this machine. Only an ability that proofs need counts
/// as missing.
final class EngineDiagnosis {
  private static final Set<String> USEFUL =
      Set.of(
          "ACCESS_RECORDING",
          "HOST_FOLDERS",
          "METRICS",
          "READ_ONLY_FOLDERS",
          "limit CPU",
          "limit DISK",
          "limit FILES",
          "limit MEMORY",
          "limit PROCESSES",
          "limit WALL");

  private EngineDiagnosis() {}

  static List<Diagnosis> of(String engine, Map<String, String> environment, Path folder) {
    return EngineExamination.run(Home.locate(environment), folder, environment, engine).stream()
        .map(EngineDiagnosis::diagnosis)
        .toList();
  }

  private static Diagnosis diagnosis(EngineTrial.Step step) {
    if (step.ok()) {
      return Diagnosis.ok(step.subject(), step.finding());
    }
    return USEFUL.contains(step.subject())
        ? Diagnosis.limited(step.subject(), step.finding(), step.remedy())
        : Diagnosis.missing(step.subject(), step.finding(), step.remedy());
  }
}
