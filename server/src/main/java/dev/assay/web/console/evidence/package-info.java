/// The findings of validations as pages show them. A long text is cut, and no text is markup.
/// [dev.assay.web.console.evidence.ResultView] is the result of a run and the place to start
/// reading.
@NullMarked
package dev.assay.web.console.evidence;

import org.jspecify.annotations.NullMarked;
