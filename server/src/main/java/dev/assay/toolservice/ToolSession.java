package dev.assay.toolservice;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/// The files of a caller, and the sandboxes that see them.
///
/// @param alias the caller's name for it: `session_id`
/// @param kept true if other calls can use it; if not, it ends with its call
/// @param placed the skills whose files were copied into it, with the digest of each
/// @param endsAt the time it is removed, even if it is used
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

  /// The suffix in the alias of sessions of unreviewed skills, which no caller can write. An
  /// approved skill, which may have access to more of the network, never runs the files of an
  /// unreviewed one.
  static final String UNREVIEWED = "~unreviewed";

  /// The caller's name for it.
  String called() {
    return alias.endsWith(UNREVIEWED)
        ? alias.substring(0, alias.length() - UNREVIEWED.length())
        : alias;
  }
}
