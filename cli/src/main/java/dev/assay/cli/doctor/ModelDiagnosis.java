package dev.assay.cli.doctor;

import dev.assay.ModelExamination;
import dev.assay.home.Home;
import dev.assay.skill.AssayException;
import dev.assay.skill.Visible;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What `assay doctor --model` finds.
final class ModelDiagnosis {
  private ModelDiagnosis() {}

  static List<Diagnosis> of(Map<String, String> environment, Path workingDirectory) {
    try {
      return ModelExamination.run(Home.locate(environment), workingDirectory, environment).stream()
          .map(ModelDiagnosis::diagnosis)
          .toList();
    } catch (AssayException e) {
      return List.of(
          Diagnosis.missing(
              "configuration", Visible.text(e.reason()), "Mend the settings it names."));
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
