/// The skills of this installation: their uploads, owners and decisions.
///
/// A skill here is one version of one name. Its files are stored under their digest in the blob
/// store; the same content is the same version. Start with [Skills], the list. [Lifecycle] moves
/// skills while they are validated; [Decisions], [Removals] and [Rollbacks] move them when people
/// decide. Each move is one transaction.
@NullMarked
package dev.assay.registry;

import org.jspecify.annotations.NullMarked;
