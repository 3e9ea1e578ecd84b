package dev.assay.web.api;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;

/// How much of a list can be asked for at a time.
final class Pages {
  private static final int LARGEST = 200;

  private Pages() {}

  static void require(int page, int size) {
    if (page < 0 || size < 1 || size > LARGEST) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "page counts from 0, size from 1 to " + LARGEST + ".");
    }
  }
}
