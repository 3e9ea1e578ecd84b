package dev.assay.sandbox.settings;

/// What was made at a provider for sandboxes to start from.
///
/// @param setting names it from now on
/// @param value what it has to be set to
public record PreparedBase(String setting, String value) {}
