/// A skill's files on disk, already known to be harmless as files: regular, bounded, inside one
/// folder.
///
/// From here on intake only reads. The admitted tree, which leaves out `evals/` and junk, and its
/// digest are computed here.
@NullMarked
package dev.assay.intake.tree;

import org.jspecify.annotations.NullMarked;
