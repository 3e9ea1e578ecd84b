package dev.assay.toolservice;

import dev.assay.skill.Words;

/// The role of a member in a project; each may also do what the roles after it may.
public enum ProjectRole {
  /// Decides about members, the policy and the end of the project.
  OWNER,
  /// Decides about skills, profiles and tools.
  EDITOR,
  /// Calls tools.
  CALLER,
  /// Reads.
  VIEWER;

  public String word() {
    return Words.of(this);
  }

  public static ProjectRole ofWord(String word) {
    return Words.require(values(), ProjectRole::word, "role", word);
  }

  boolean includes(ProjectRole other) {
    return compareTo(other) <= 0;
  }
}
