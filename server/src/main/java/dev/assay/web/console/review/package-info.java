/// The reviewer's pages. [dev.assay.web.console.review.ReviewsPage] lists the waiting skills and
/// takes the decisions; [dev.assay.web.console.review.DeletionPage] deletes a skill.
@NullMarked
package dev.assay.web.console.review;

import org.jspecify.annotations.NullMarked;
