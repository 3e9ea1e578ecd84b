/// The code that the clients of all providers share: the exchange over HTTP with its timeouts,
/// streams of events, and the one place that decides whose fault a missing answer is. Start with
/// [Transport] and [ModelCall].
@NullMarked
package dev.assay.agent.protocol;

import org.jspecify.annotations.NullMarked;
