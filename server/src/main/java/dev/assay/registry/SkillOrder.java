package dev.assay.registry;

import dev.assay.skill.Words;

/// In which order skills are listed. Each is an order of all of them, so that no page shows one
/// twice and none is left out while the list stands still.
public enum SkillOrder {
  NAME("name", "name, version desc"),
  NAME_DOWN("-name", "name desc, version"),
  UPLOADED("uploaded", "uploaded_at, id"),
  UPLOADED_DOWN("-uploaded", "uploaded_at desc, id desc");

  private final String word;
  private final String columns;

  SkillOrder(String word, String columns) {
    this.word = word;
    this.columns = columns;
  }

  /// As callers name it; with `-` from the last to the first.
  public String word() {
    return word;
  }

  String columns() {
    return columns;
  }

  public static SkillOrder ofWord(String word) {
    return Words.require(values(), SkillOrder::word, "sort", word);
  }
}
