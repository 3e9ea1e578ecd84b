/// Small, real, working skills of unrelated domains. They fill the list an executing agent chooses
/// from, so that choosing the right skill means something. They never reach a conversation.
@NullMarked
package dev.assay.agent.decoy;

import org.jspecify.annotations.NullMarked;
