package dev.assay.workflow.journal;

import java.util.UUID;

/// The right to write for a run, until another server takes it over or it ends.
public record FencingToken(UUID run, long epoch) {}
