/// The workflow of one validation. The only package that decides.
///
/// What is decided follows from evidence by pure functions: `scoring` turns what was measured into
/// numbers, `decision` turns numbers and findings into a verdict; the same evidence gives the same
/// verdict, today and on old evidence. `dependency` finds out what a skill installs, what of it was
/// declared, and whom it would disturb. `harm` is what a task left behind that is run or obeyed
/// later. `evidence` is what steps keep, `settings` what an administrator chooses, `shown` what
/// pages show.
@NullMarked
package dev.assay.validation;

import org.jspecify.annotations.NullMarked;
