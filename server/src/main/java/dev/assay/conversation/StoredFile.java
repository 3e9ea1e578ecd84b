package dev.assay.conversation;

import java.time.Instant;

/// A file of a conversation.
///
/// @param name the name relative to its folder, with forward slashes
/// @param path the path in the agent's sandbox, never one of the host
public record StoredFile(String name, long size, String path, Instant modified) {}
