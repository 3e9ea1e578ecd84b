package dev.assay.skill.model;

/// A tool as the model sees it.
///
/// @param parameters a JSON schema of an object
public record ToolDescription(String name, String description, String parameters) {}
