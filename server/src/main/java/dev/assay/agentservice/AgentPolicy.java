package dev.assay.agentservice;

import dev.assay.agent.Budget;

/// The limits of the agents of projects on a server.
///
/// @param atOnce the number of turns that one server works on at a time
/// @param callsAtOnce the number of tool calls at a time
/// @param queued the number of turns of a project that may wait
/// @param budget the budget of one turn
public record AgentPolicy(int atOnce, int callsAtOnce, int queued, Budget budget) {}
