/// The laboratory in which tasks are done. Its sandboxes have the layout that every agent knows,
/// and nothing in them shows which skill is meant or that it is a test.
/// [dev.assay.validation.lab.Preparation] makes the candidate image,
/// [dev.assay.validation.lab.TrialSteps] performs trials, and [dev.assay.validation.lab.Laboratory]
/// opens the sandboxes. Start reading at [dev.assay.validation.lab.Trials].
@NullMarked
package dev.assay.validation.lab;

import org.jspecify.annotations.NullMarked;
