package dev.assay.wiring;

/// The version of Assay that this server runs.
public record ServerVersion(String text) {}
