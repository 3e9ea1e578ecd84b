package dev.assay.conversation;

import java.time.Instant;

/// A file of a conversation.
///
/// @param name relative to its folder, with forward slashes
/// @param path as the agent sees it; the host's own paths are nobody's business
public record StoredFile(String name, long size, String path, Instant modified) {}
