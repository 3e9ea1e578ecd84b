/// The reviewer's pages: what waits for a review, approving and rejecting it.
@NullMarked
package dev.assay.web.console.review;

import org.jspecify.annotations.NullMarked;
