package dev.assay.validation.evidence;

import dev.assay.agent.Assessor;
import java.util.Objects;
import java.util.Optional;

/// A report as it is kept.
///
/// @param writer `model`, `rehearsal` or `template`
/// @param assessment what was made of the result; empty in older records
public record Report(
    String markdown, String writer, String note, Optional<Assessor.Assessment> assessment) {
  public Report {
    assessment = Objects.requireNonNullElse(assessment, Optional.empty());
  }
}
