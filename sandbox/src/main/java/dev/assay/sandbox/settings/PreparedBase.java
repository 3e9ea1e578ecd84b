package dev.assay.sandbox.settings;

/// A base that was made at a provider.
///
/// @param setting the setting that names the base
/// @param value the value for it
public record PreparedBase(String setting, String value) {}
