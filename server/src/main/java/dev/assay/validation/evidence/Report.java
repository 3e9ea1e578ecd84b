package dev.assay.validation.evidence;

import dev.assay.agent.Assessor;
import java.util.Optional;

/// A stored report.
///
/// @param writer the writer: `model`, `rehearsal` or `template`
/// @param assessment the assessment of the result
public record Report(
    String markdown, String writer, String note, Optional<Assessor.Assessment> assessment) {}
