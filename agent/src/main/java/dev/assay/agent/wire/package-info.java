/// What all providers of models have in common: the exchange over HTTP with its time-outs, streams
/// of events, and the one place that decides whose fault it is when there is no answer.
@NullMarked
package dev.assay.agent.wire;

import org.jspecify.annotations.NullMarked;
