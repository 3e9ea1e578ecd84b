package dev.assay.wiring;

/// Which version of Assay this server is.
public record ServerVersion(String text) {}
