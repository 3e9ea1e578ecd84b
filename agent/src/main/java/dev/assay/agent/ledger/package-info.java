/// The agent's tables: transcripts as they grow, costs, and a mark that a model was once
/// configured.
@NullMarked
package dev.assay.agent.ledger;

import org.jspecify.annotations.NullMarked;
