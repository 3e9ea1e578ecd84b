/// What is kept in the database: transcripts as they grow, costs, and whether there ever was a
/// model.
@NullMarked
package dev.assay.agent.ledger;

import org.jspecify.annotations.NullMarked;
