package dev.assay.skill.sandbox.lease;

import java.time.Instant;

/// The right of one sandbox to exist.
///
/// @param engine the engine that made it and can remove it
/// @param holder the process that keeps it alive; see [Leases#holder()]
/// @param owner who asked for it, in the caller's words
public record Lease(String id, String engine, String holder, String owner, Instant opened) {}
