package dev.assay.validation;

import dev.assay.agent.Models;
import dev.assay.skill.AssayException;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.task.Task;
import dev.assay.validation.evidence.Grade;
import dev.assay.validation.evidence.JudgeCheck;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.lab.LabTools;
import dev.assay.validation.lab.Performed;
import dev.assay.validation.lab.TrialSteps;
import dev.assay.workflow.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Repeats a sample of judgements. They decide nothing about the skill, so a judgement that cannot
/// be repeated is left out.
final class JudgeChecks {
  static final int SAMPLE = 3;

  private final LabTools tools;

  JudgeChecks(LabTools tools) {
    this.tools = tools;
  }

  List<JudgeCheck> perform(Run run, RunEvidence evidence) {
    List<JudgeCheck> checks = new ArrayList<>();
    Models models = tools.models();
    for (Task task : evidence.tasks().stream().limit(SAMPLE).toList()) {
      Optional<Trial> trial =
          evidence
              .trials()
              .find(task, Trial.Phase.ONLINE)
              .filter(each -> each.score().isPresent() && !each.done().gaveUp());
      if (trial.isPresent()) {
        boolean second = models.hasSecondJudge();
        checks.add(
            new JudgeCheck(
                task.id(),
                models.model(Purpose.JUDGE).name(),
                trial.get().score().orElseThrow(),
                ask(run, evidence, task, trial.get(), "rejudge ", Purpose.JUDGE),
                second ? Optional.of(models.model(Purpose.SECOND_JUDGE).name()) : Optional.empty(),
                second
                    ? ask(run, evidence, task, trial.get(), "second-judge ", Purpose.SECOND_JUDGE)
                    : Optional.empty()));
      }
    }
    return checks;
  }

  private Optional<Integer> ask(
      Run run, RunEvidence evidence, Task task, Trial trial, String step, Purpose purpose) {
    try {
      return run.step(
              step + task.id(),
              Grade.class,
              () ->
                  tools
                      .judging()
                      .judge(run.id(), task, trial.done(), evidence.setup().listed(), purpose))
          .score();
    } catch (AssayException e) {
      if (Performed.isBudget(e) || TrialSteps.concernsOne(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
