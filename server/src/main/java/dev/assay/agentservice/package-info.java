/// Agents of projects: a worker answers a message to an agent with the project's skills.
///
/// Start with [dev.assay.agentservice.ProjectAgents], which takes messages and shows their results.
/// A message is a turn; every text and every call in it is a card. Wake-ups and tool calls travel
/// over the bus ([dev.assay.toolbus]), so that any server can do them. Their content is read from
/// cards, never from the message. If a worker dies, another one continues: it takes the replies of
/// the model and the results of tools from the cards.
@NullMarked
package dev.assay.agentservice;

import org.jspecify.annotations.NullMarked;
