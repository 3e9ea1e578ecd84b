package dev.assay.skill.model;

/// A request of the model to use a tool.
///
/// @param arguments JSON as the model wrote it, which may be malformed
public record ToolCall(String id, String tool, String arguments) {}
