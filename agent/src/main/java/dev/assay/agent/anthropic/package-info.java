/// Claude's own protocol: events, signed thinking, explicit caching.
@NullMarked
package dev.assay.agent.anthropic;

import org.jspecify.annotations.NullMarked;
