/// What a run leaves in the database.
///
/// A server that goes on with a run holds a [dev.assay.workflow.journal.FencingToken]; every write
/// checks it in the same statement, under the lock of the run's row. So a server that was taken for
/// dead and comes back can compute what it likes: nothing of it is written, and it gets a
/// [dev.assay.workflow.journal.OwnershipLost].
@NullMarked
package dev.assay.workflow.journal;

import org.jspecify.annotations.NullMarked;
