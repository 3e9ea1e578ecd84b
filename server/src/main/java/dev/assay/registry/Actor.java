package dev.assay.registry;

/// Who does something with a skill.
///
/// @param owner the id of the account, or `local` for the owner of the home
/// @param name as people see it; another account may have it later
public record Actor(String owner, String name) {}
