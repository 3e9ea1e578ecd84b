package dev.assay.web;

import java.time.Instant;

/// What the server may say about itself.
public record ServerFacts(String version, String database, Instant startedAt) {}
