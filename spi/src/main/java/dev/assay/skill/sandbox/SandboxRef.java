package dev.assay.skill.sandbox;

/// A reference to a sandbox, also one whose maker died.
///
/// @param id Assay's id, as in its lease
/// @param providerId the provider's id; empty if none was recorded, then the provider is asked for
///   Assay's id
public record SandboxRef(String id, String providerId) {}
