/// The command `assay calibrate`, which measures the gate with skills that are known to be good or
/// bad. [dev.assay.cli.calibrate.CalibrateCommand] is the way in.
/// [dev.assay.cli.calibrate.CorpusFiles] and [dev.assay.cli.calibrate.Mutation] make the skills,
/// [dev.assay.cli.calibrate.CorpusValidation] has them validated, and
/// [dev.assay.cli.calibrate.Findings] evaluates the outcomes.
@NullMarked
package dev.assay.cli.calibrate;

import org.jspecify.annotations.NullMarked;
