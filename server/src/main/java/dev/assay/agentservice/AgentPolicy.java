package dev.assay.agentservice;

import dev.assay.agent.Budget;

/// How much of the server the agents of projects may use.
///
/// @param atOnce how many turns one server works on at a time
/// @param callsAtOnce how many tool calls
/// @param queued how many turns of a project may wait
/// @param budget what one turn may spend
public record AgentPolicy(int atOnce, int callsAtOnce, int queued, Budget budget) {}
