package dev.assay.web.api;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;

/// The limits of page numbers and page sizes.
final class Pages {
  private static final int LARGEST = 200;

  private Pages() {}

  static void require(int page, int size) {
    require(page, size, LARGEST);
  }

  static void require(int page, int size, int largest) {
    if (page < 0 || size < 1 || size > largest) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "page counts from 0, size from 1 to " + largest + ".");
    }
  }
}
