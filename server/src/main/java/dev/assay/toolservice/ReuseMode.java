package dev.assay.toolservice;

import dev.assay.skill.Words;

/// The rule by which calls share a session, and with it files and a sandbox.
public enum ReuseMode {
  /// No sharing: each call, each job and each service has a session of its own that ends with it. A
  /// `session_id` is repeated in the answer and has no other meaning.
  NONE,
  /// One session for all calls of an agent in a project, whatever their `session_id`.
  PROJECT_AGENT,
  /// One session for all calls of an agent in a project with the same `session_id`.
  SESSION;

  public String word() {
    return Words.of(this);
  }

  public static ReuseMode ofWord(String word) {
    return Words.require(values(), ReuseMode::word, "reuse_mode", word);
  }
}
