package dev.assay.validation.fulltest;

import dev.assay.validation.evidence.Grade;
import java.util.Optional;

/// A task as it was judged, or why it could not be.
public record Graded(Optional<Grade> grade, String problem) {}
