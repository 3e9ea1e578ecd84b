package dev.assay.wire;

/// A finding about a skill's files, from its check before the validation.
///
/// @param severity the severity: `error`, `warning` or `note`
/// @param file the path in the skill; empty if the finding is about the whole skill
/// @param line the line, from 1; 0 if the finding is about the whole file
/// @param hint the remedy
/// @param excerpt the line itself; empty if there is none
public record StaticFinding(
    String code,
    String severity,
    String message,
    String file,
    int line,
    String hint,
    String excerpt) {}
