package dev.assay.registry;

import dev.assay.skill.Words;

/// The order of a list of skills. Each order is total, so a page shows no skill twice and the pages
/// leave none out while the list does not change.
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

  /// The name of the order for callers, who put `-` before it to reverse it.
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
