/// The records of a run in the database.
///
/// A server that works on a run holds a [dev.assay.workflow.journal.FencingToken]. Every write
/// checks it in the same statement, under the lock of the run's row. So a server that was taken for
/// dead and comes back cannot write anything; it gets a [dev.assay.workflow.journal.OwnershipLost].
/// Start with [dev.assay.workflow.journal.Journal].
@NullMarked
package dev.assay.workflow.journal;

import org.jspecify.annotations.NullMarked;
