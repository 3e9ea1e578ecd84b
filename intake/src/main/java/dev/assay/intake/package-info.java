/// Hostile bytes become a skill, or a clear refusal.
///
/// [Intake] is the door: it takes an archive or a folder, and answers with an [Examination] that is
/// either accepted, with a bundle, or refused, with every error found. Nothing that was sent is
/// ever executed, nothing is written outside a quarantine folder, and nothing is left after a
/// refusal.
///
/// The parts, in the order in which bytes meet them: `archive` (limits and refusals), `tree`
/// (files, layout, digest), `format` (the standard), `portability` (warnings), `dependency`,
/// `eval`, and `scan` (evidence for a reviewer). `document` reads YAML and JSON, and `rule` says
/// what a rule is.
@NullMarked
package dev.assay.intake;

import org.jspecify.annotations.NullMarked;
