/// The page of full tests: the one under way, and how skills fared from test to test.
@NullMarked
package dev.assay.web.console.fulltest;

import org.jspecify.annotations.NullMarked;
