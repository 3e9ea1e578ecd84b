package dev.assay.skill.sandbox;

/// A sandbox as it can be found again after its maker died.
///
/// @param id ours, as in its lease
/// @param providerId by which its provider knows it; empty if it was never named, then the provider
///   is asked for our id
public record SandboxRef(String id, String providerId) {}
