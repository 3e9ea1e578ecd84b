/// The reviewer's pages: what waits, and saying yes or no to it.
@NullMarked
package dev.assay.web.console.review;

import org.jspecify.annotations.NullMarked;
