package dev.assay.configuration;

import java.util.List;

/// The settings of reviews.
public final class ReviewCatalogue {
  private ReviewCatalogue() {}

  public static final Setting<Boolean> FOUR_EYES =
      Setting.of(
          "assay.review.four-eyes",
          Form.FLAG,
          "false",
          "Whether somebody else than the uploader has to decide on a skill.");

  static final List<Setting<?>> ALL = List.of(FOUR_EYES);
}
