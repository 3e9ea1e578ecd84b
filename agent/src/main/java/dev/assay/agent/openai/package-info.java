/// The client for the chat protocol of OpenAI, which most servers speak. Start with [OpenAiModel].
@NullMarked
package dev.assay.agent.openai;

import org.jspecify.annotations.NullMarked;
