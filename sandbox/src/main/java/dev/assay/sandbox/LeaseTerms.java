package dev.assay.sandbox;

import java.time.Duration;

/// How long a sandbox may live without being used, and at all.
public record LeaseTerms(Duration idle, Duration longest) {}
