package dev.assay.toolservice;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A file of a project.
///
/// @param filename a plain name, never a path
/// @param mime the type found in its first bytes
/// @param sha256 the SHA-256 of its bytes, hexadecimal
/// @param run the run that made it; empty for an upload
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
