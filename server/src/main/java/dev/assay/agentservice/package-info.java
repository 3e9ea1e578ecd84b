/// Agents of projects: somebody sends a message to an agent, and a worker answers it with the
/// project's skills.
///
/// [dev.assay.agentservice.ProjectAgents] takes messages and shows what came of them. A message is
/// a turn; everything that is said and called in it is a card. Wake-ups and tool calls travel over
/// the bus ([dev.assay.toolbus]), so that any server can do them; what they are about is read from
/// cards, never from the message. If a worker dies, another one goes on: replies of the model and
/// results of tools that are cards already are taken from there.
@NullMarked
package dev.assay.agentservice;

import org.jspecify.annotations.NullMarked;
