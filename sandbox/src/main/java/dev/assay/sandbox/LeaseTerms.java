package dev.assay.sandbox;

import java.time.Duration;

/// The longest time that a sandbox may live without use, and its longest life.
public record LeaseTerms(Duration idle, Duration longest) {}
