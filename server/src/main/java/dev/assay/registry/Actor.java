package dev.assay.registry;

/// The user who acts on a skill.
///
/// @param owner the id of the account, or `local` for the owner of the home
/// @param name the name for display; another account may have it later
public record Actor(String owner, String name) {}
