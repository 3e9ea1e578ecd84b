/// Checks untrusted uploads and turns them into skills, or refuses them.
///
/// [Intake] is the door. It takes an archive or a folder and returns an [Examination]: accepted
/// with a bundle, or refused with every error found. Intake never executes what was sent and writes
/// only into a quarantine folder. A refusal leaves no files behind.
///
/// The parts, in the order in which a skill passes them: `archive` (limits and refusals), `tree`
/// (files, layout, digest), `format` (the standard), `portability` (warnings), `dependency`,
/// `eval`, and `scan` (evidence for a reviewer). `document` reads YAML and JSON, and `rule` defines
/// a rule.
@NullMarked
package dev.assay.intake;

import org.jspecify.annotations.NullMarked;
