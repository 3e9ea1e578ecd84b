package dev.assay.cli.doctor;

import dev.assay.examination.ModelExamination;
import dev.assay.home.Home;
import dev.assay.skill.AssayException;
import dev.assay.skill.Visible;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Runs the checks of `assay doctor --model`.
final class ModelDiagnosis {
  private ModelDiagnosis() {}

  /// The diagnoses and the abilities of each model.
  record Found(List<Diagnosis> diagnoses, List<ModelExamination.Result> models) {}

  static List<Diagnosis> of(Map<String, String> environment, Path workingDirectory) {
    return find(environment, workingDirectory).diagnoses();
  }

  static Found find(Map<String, String> environment, Path workingDirectory) {
    try {
      List<ModelExamination.Result> models =
          ModelExamination.run(Home.locate(environment), workingDirectory, environment);
      return new Found(models.stream().map(ModelDiagnosis::diagnosis).toList(), models);
    } catch (AssayException e) {
      return new Found(
          List.of(
              Diagnosis.missing(
                  "configuration", Visible.text(e.reason()), "Mend the settings it names.")),
          List.of());
    }
  }

  private static Diagnosis diagnosis(ModelExamination.Result found) {
    String subject = "model " + Visible.line(found.model(), 40);
    String finding = Visible.line(found.finding(), 600);
    return found.usable()
        ? Diagnosis.ok(subject, finding)
        : Diagnosis.missing(subject, finding, found.remedy());
  }
}
