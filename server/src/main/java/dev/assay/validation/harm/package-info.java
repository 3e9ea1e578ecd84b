/// What a task left behind outside of its work, and what of it harms: files that a later program
/// runs or obeys. Which places those are, and what programs keep there for themselves, is data:
/// `obeyed.txt` and `program-state.txt` beside these classes.
@NullMarked
package dev.assay.validation.harm;

import org.jspecify.annotations.NullMarked;
