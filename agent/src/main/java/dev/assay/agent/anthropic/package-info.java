/// The client for Claude's own protocol: events, signed thinking, explicit caching. Start with
/// [AnthropicModel].
@NullMarked
package dev.assay.agent.anthropic;

import org.jspecify.annotations.NullMarked;
