package dev.assay.validation.evidence;

/// A report as it is kept.
///
/// @param writer `model`, `rehearsal` or `template`
public record Report(String markdown, String writer, String note) {}
