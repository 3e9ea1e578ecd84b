package dev.assay.toolservice;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/// Files of a caller, and the sandboxes that see them.
///
/// @param alias what the caller calls it: `session_id`
/// @param kept whether other calls can use it; if not, it ends with the one it was made for
/// @param placed the skills whose files were copied into it, with the digest of each
/// @param endsAt when it is removed, however much it is used
public record ToolSession(
    UUID id,
    String project,
    String agent,
    String alias,
    boolean kept,
    Map<String, String> placed,
    Instant createdAt,
    Instant usedAt,
    Instant endsAt) {
  public ToolSession {
    placed = Map.copyOf(placed);
  }

  /// Behind the alias of sessions of unreviewed skills; no caller can write it. What such a skill
  /// leaves in files is never run by an approved one, which may see more of the network.
  static final String UNREVIEWED = "~unreviewed";

  /// What the caller calls it.
  String called() {
    return alias.endsWith(UNREVIEWED)
        ? alias.substring(0, alias.length() - UNREVIEWED.length())
        : alias;
  }
}
