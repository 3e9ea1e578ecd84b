package dev.assay.toolservice;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A file of a project.
///
/// @param filename a plain name, never a path
/// @param mime what its first bytes show it to be
/// @param sha256 of its bytes, hexadecimal
/// @param run what made it; empty if somebody brought it
public record Artifact(
    UUID id,
    String project,
    String filename,
    String mime,
    long size,
    String sha256,
    Optional<UUID> run,
    String createdBy,
    Instant createdAt) {}
