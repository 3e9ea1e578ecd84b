package dev.assay.web;

import java.time.Instant;

/// The facts that the server tells about itself.
public record ServerFacts(String version, String database, Instant startedAt) {}
