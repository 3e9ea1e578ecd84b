package dev.assay.validation;

import dev.assay.agent.Assessor;
import dev.assay.agent.CostLine;
import dev.assay.registry.Skill;
import dev.assay.workflow.RunRecord;
import java.util.List;
import java.util.Optional;

/// The facts about a run besides its result.
///
/// @param run the run with its times; empty while it is under way
/// @param spent the cost of models so far
/// @param assessment the assessment by a model or by rules
/// @param acknowledged whether the reviewer approved it knowing that it was a rehearsal; empty
///   outside of reports
record ResultFacts(
    Skill skill,
    Optional<RunRecord> run,
    List<CostLine> spent,
    Optional<Assessor.Assessment> assessment,
    Optional<Boolean> acknowledged) {
  ResultFacts {
    spent = List.copyOf(spent);
  }

  ResultFacts with(Assessor.Assessment found) {
    return new ResultFacts(skill, run, spent, Optional.of(found), acknowledged);
  }

  ResultFacts acknowledged(boolean known) {
    return new ResultFacts(skill, run, spent, assessment, Optional.of(known));
  }
}
