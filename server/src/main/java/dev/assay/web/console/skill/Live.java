package dev.assay.web.console.skill;

import dev.assay.web.console.evidence.Phase;
import dev.assay.web.console.evidence.TailView;
import java.util.List;

/// A running validation: its steps, its tasks and the current activity of agents.
///
/// @param cost the cost of models so far, or the estimated cost; empty if no model is asked
public record Live(List<Phase> phases, List<TaskCard> cards, List<TailView> tails, String cost) {}
