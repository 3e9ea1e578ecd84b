/// The skills of this installation: what was uploaded, by whom, and what became of it.
///
/// A skill here is one version of one name. Its files are kept under their digest in the blob
/// store; same content is the same version. [Lifecycle] moves skills while they are validated,
/// [Decisions], [Removals] and [Rollbacks] when people decide; each move is one transaction.
@NullMarked
package dev.assay.registry;

import org.jspecify.annotations.NullMarked;
