package dev.assay.registry;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.Arrays;

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
    return Arrays.stream(values())
        .filter(order -> order.word.equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.BAD_REQUEST,
                    "The sort \"%s\" is not known; use one of %s."
                        .formatted(
                            word,
                            String.join(
                                ", ", Arrays.stream(values()).map(SkillOrder::word).toList()))));
  }
}
