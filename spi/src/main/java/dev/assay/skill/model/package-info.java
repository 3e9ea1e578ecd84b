/// The port to language models: a request in, an answer out. Start with [ChatModel]. Providers know
/// nothing of agents, budgets or the work of tools; the agent loop in the package `agent` does.
@NullMarked
package dev.assay.skill.model;

import org.jspecify.annotations.NullMarked;
