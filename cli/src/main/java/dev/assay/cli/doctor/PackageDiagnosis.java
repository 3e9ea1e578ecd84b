package dev.assay.cli.doctor;

import dev.assay.examination.PackageExamination;
import dev.assay.home.Home;
import dev.assay.skill.AssayException;
import dev.assay.skill.Visible;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Looks up a real package in each configured index.
final class PackageDiagnosis {
  private PackageDiagnosis() {}

  static List<Diagnosis> of(Map<String, String> environment, Path workingDirectory) {
    try {
      return PackageExamination.run(Home.locate(environment), workingDirectory, environment)
          .stream()
          .map(PackageDiagnosis::diagnosis)
          .toList();
    } catch (AssayException e) {
      return List.of(
          Diagnosis.missing("packages", Visible.text(e.reason()), "Mend the settings it names."));
    }
  }

  /// Converts a result. An unreachable index does not affect skills without dependencies.
  private static Diagnosis diagnosis(PackageExamination.Result found) {
    String subject = found.tool() + " packages";
    if (!found.remedy().isEmpty()) {
      String from = found.from().isEmpty() ? "" : " (from " + found.from() + ")";
      return Diagnosis.limited(
          subject, Visible.line(found.finding() + from, 600), Visible.line(found.remedy(), 600));
    }
    return Diagnosis.ok(
        subject,
        Visible.line(
            "%s %s, in %d ms (from %s)"
                .formatted(found.address(), found.finding(), found.took().toMillis(), found.from()),
            600));
  }
}
