/// The sources of answers: failover between several servers and keys, and recordings. Start with
/// [FailoverModel] and [Tape].
@NullMarked
package dev.assay.agent.supply;

import org.jspecify.annotations.NullMarked;
