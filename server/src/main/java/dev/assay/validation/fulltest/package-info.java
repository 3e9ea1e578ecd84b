/// The full test: every admitted skill on its saved tasks and on new ones, online and offline, in
/// the current image. [dev.assay.validation.fulltest.FullTestWorkflow] is the place to start
/// reading, and [dev.assay.validation.fulltest.FullTestSteps] does the work of its steps.
@NullMarked
package dev.assay.validation.fulltest;

import org.jspecify.annotations.NullMarked;
