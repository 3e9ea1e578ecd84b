package dev.assay.validation.evidence;

import dev.assay.agent.Assessor;
import java.util.Objects;
import java.util.Optional;

/// A stored report.
///
/// @param writer the writer: `model`, `rehearsal` or `template`
/// @param assessment the assessment of the result; empty in older records
public record Report(
    String markdown, String writer, String note, Optional<Assessor.Assessment> assessment) {
  public Report {
    assessment = Objects.requireNonNullElse(assessment, Optional.empty());
  }
}
