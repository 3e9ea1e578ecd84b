/// What stands behind the models' works besides the loop: the wording of every question, the checks
/// of every answer, and the judge's view of what happened.
@NullMarked
package dev.assay.agent.work;

import org.jspecify.annotations.NullMarked;
