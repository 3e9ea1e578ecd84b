package dev.assay.validation;

import dev.assay.agent.Assessor;
import dev.assay.agent.CostLine;
import dev.assay.registry.Skill;
import dev.assay.workflow.RunRecord;
import java.util.List;
import java.util.Optional;

/// What is known of a result beside itself.
///
/// @param run with its times; empty while it is under way
/// @param spent on models so far
/// @param assessment what a model, or rules, made of it
record ResultFacts(
    Optional<Skill> skill,
    Optional<RunRecord> run,
    List<CostLine> spent,
    Optional<Assessor.Assessment> assessment) {
  ResultFacts {
    spent = List.copyOf(spent);
  }

  ResultFacts with(Assessor.Assessment found) {
    return new ResultFacts(skill, run, spent, Optional.of(found));
  }
}
