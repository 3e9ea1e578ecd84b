/// Small, real, working skills of unrelated domains. They fill the list an executing agent chooses
/// from, so that it must really choose. They never reach a conversation. [DecoyShelf] reads them.
@NullMarked
package dev.assay.agent.decoy;

import org.jspecify.annotations.NullMarked;
