package dev.assay.web.api;

import dev.assay.skill.Finding;
import dev.assay.skill.Risk;
import dev.assay.skill.Severity;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A finding about a skill in the form for programs.
record FindingWire(
    String code,
    String severity,
    String message,
    @Nullable String file,
    @Nullable Integer line,
    String hint,
    @Nullable String excerpt,
    @Nullable String category,
    @Nullable String risk,
    @Nullable String confidence) {

  static FindingWire of(Finding finding) {
    return new FindingWire(
        finding.code(),
        finding.severity().name().toLowerCase(Locale.ROOT),
        finding.message(),
        finding.file().isEmpty() ? null : finding.file(),
        finding.line() == 0 ? null : finding.line(),
        finding.hint(),
        finding.excerpt().isEmpty() ? null : finding.excerpt(),
        finding.risk().map(Risk::category).orElse(null),
        finding.risk().map(risk -> risk.level().word()).orElse(null),
        finding.risk().map(risk -> risk.confidence().word()).orElse(null));
  }

  /// The result of the format check.
  @Schema(name = "FormatCheck")
  record Format(boolean passed, List<FindingWire> errors, List<FindingWire> warnings) {
    static Format of(List<Finding> findings) {
      List<FindingWire> errors = select(findings, Severity.ERROR);
      return new Format(errors.isEmpty(), errors, select(findings, Severity.WARNING));
    }

    private static List<FindingWire> select(List<Finding> findings, Severity severity) {
      return findings.stream()
          .filter(finding -> finding.severity() == severity && !finding.isEvidence())
          .map(FindingWire::of)
          .toList();
    }
  }

  /// Converts the findings of the static scan, which are evidence for a reviewer.
  static List<FindingWire> evidence(List<Finding> findings) {
    return findings.stream().filter(Finding::isEvidence).map(FindingWire::of).toList();
  }
}
