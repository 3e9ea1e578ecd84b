/// The pages of full tests. [dev.assay.web.console.fulltest.FullTestPage] shows the running test,
/// and [dev.assay.web.console.fulltest.HeatMap] the outcomes of skills over many tests.
@NullMarked
package dev.assay.web.console.fulltest;

import org.jspecify.annotations.NullMarked;
