/// Ranks texts by how well their words fit a question. Start with [Relevance].
@NullMarked
package dev.assay.agent.relevance;

import org.jspecify.annotations.NullMarked;
