package dev.assay.toolservice;

/// The limits of artifacts, in bytes.
///
/// @param each the limit of one artifact
/// @param call the limit of all inputs of one call, and of all its outputs
/// @param project the limit of all artifacts of a project
public record ArtifactLimits(long each, long call, long project) {}
