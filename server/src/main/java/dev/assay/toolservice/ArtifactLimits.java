package dev.assay.toolservice;

/// How much artifacts may hold, in bytes.
///
/// @param each one artifact
/// @param call all that one call gets, and all that it gives
/// @param project all of a project
public record ArtifactLimits(long each, long call, long project) {}
