/// The traces that a task leaves outside its work, and the harm among them: files that a later
/// program runs or obeys. [dev.assay.validation.harm.Surroundings] records the files of a sandbox,
/// and [dev.assay.validation.harm.Traces] compares two records and is the way in. The lists
/// `obeyed.txt` and `program-state.txt` beside these classes name the places.
@NullMarked
package dev.assay.validation.harm;

import org.jspecify.annotations.NullMarked;
