/// Stopping work that is under way, for a reason that everybody then knows.
@NullMarked
package dev.assay.workflow.stop;

import org.jspecify.annotations.NullMarked;
