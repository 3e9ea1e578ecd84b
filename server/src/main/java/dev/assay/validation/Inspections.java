package dev.assay.validation;

import dev.assay.agent.Inspector;
import dev.assay.intake.Intake;
import dev.assay.registry.Skill;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.model.Purpose;
import dev.assay.validation.evidence.Inspection;
import dev.assay.validation.evidence.ListedSkill;
import dev.assay.validation.evidence.Setup;
import dev.assay.validation.lab.LabTools;
import dev.assay.validation.lab.Performed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Has a model inspect a skill for content that acts against its user.
final class Inspections {
  private static final int LONGEST_QUOTE = 300;
  private static final int LONGEST_REASON = 400;
  private static final int LONGEST_NAME = 120;

  private final LabTools tools;

  Inspections(LabTools tools) {
    this.tools = tools;
  }

  /// Inspects the skill. If the model gives no usable answer, or a budget is spent, the inspection
  /// records that the skill was not read. If the model is unavailable or refuses, the run stays
  /// open, as in every other step.
  Inspection perform(UUID run, Skill skill, Setup setup) {
    List<ListedSkill> alone =
        setup.listed().stream().filter(each -> each.name().equals(skill.bundle().name())).toList();
    Inspector inspector =
        new Inspector(
            tools.candidates().of(skill),
            tools.trees().texts(alone).getOrDefault(skill.bundle().name(), List.of()),
            alone.stream().flatMap(each -> tools.trees().beginnings(each).stream()).toList());
    List<Inspection.Passage> found = new ArrayList<>();
    Optional<String> failure = Optional.empty();
    try {
      for (int portion = 0; portion < inspector.portions(); portion++) {
        found.addAll(read(run, inspector, portion));
      }
    } catch (AssayException e) {
      boolean unusable = e.code() == ErrorCode.VALIDATION_ERROR; // the model was asked three times
      if (!unusable && !Performed.isBudget(e)) {
        throw e;
      }
      failure = Optional.of(Visible.folded(e.reason(), LONGEST_REASON));
    }
    return new Inspection(
        setup.inspector(),
        inspector.files(),
        inspector.unread().stream().map(each -> Visible.line(each, LONGEST_NAME)).toList(),
        found,
        failure);
  }

  private List<Inspection.Passage> read(UUID run, Inspector inspector, int portion) {
    return tools
        .judging()
        .ask(run, Purpose.INSPECT, asked -> inspector.inspect(asked, portion))
        .answer()
        .stream()
        .map(
            each ->
                new Inspection.Passage(
                    each.kind(),
                    Visible.line(each.file(), LONGEST_NAME),
                    each.line(),
                    Intake.masked(tools.judging().shown(each.quote(), LONGEST_QUOTE)),
                    tools.judging().shown(each.why(), LONGEST_REASON)))
        .toList();
  }
}
