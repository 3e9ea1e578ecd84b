/// Models behind the chat protocol of OpenAI, which most servers speak.
@NullMarked
package dev.assay.agent.openai;

import org.jspecify.annotations.NullMarked;
