/// Which texts fit a question, by their words alone.
@NullMarked
package dev.assay.agent.relevance;

import org.jspecify.annotations.NullMarked;
