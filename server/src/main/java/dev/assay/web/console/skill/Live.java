package dev.assay.web.console.skill;

import dev.assay.web.console.evidence.Phase;
import dev.assay.web.console.evidence.TailView;
import java.util.List;

/// A run as it goes on: its steps, its tasks, and what agents do at this moment.
///
/// @param cost what its models have cost so far, or what they would; empty if none is asked
public record Live(List<Phase> phases, List<TaskCard> cards, List<TailView> tails, String cost) {}
