package dev.assay.web.console.skill;

import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.validation.Validations;
import dev.assay.web.console.Frame;
import dev.assay.web.console.Notice;
import dev.assay.web.console.evidence.Phase;
import dev.assay.web.console.evidence.ResultView;
import dev.assay.workflow.RunRecord;
import dev.assay.workflow.StepRecord;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;

/// Where a skill lies open with one of its runs, for whichever tab is wanted.
@Component
final class Desk {
  private final Skills skills;
  private final Validations validations;
  private final Frame.Maker frames;
  private final Clock clock;

  Desk(Skills skills, Validations validations, Frame.Maker frames, Clock clock) {
    this.skills = skills;
    this.validations = validations;
    this.frames = frames;
    this.clock = clock;
  }

  record Opened(SkillHead head, List<StepRecord> steps) {}

  /// @param run an earlier one; the last one if empty
  Opened open(HttpServletRequest request, UUID id, Optional<UUID> run, Tab tab, Notice notice) {
    Skill skill = skills.load(id);
    Optional<Validations.Progress> progress =
        tab == Tab.OVERVIEW && run.isEmpty()
            ? validations.progress(id)
            : run.or(() -> validations.latest(id)).map(wanted -> validations.run(id, wanted));
    Optional<RunRecord> shown = progress.map(Validations.Progress::run);
    return new Opened(
        new SkillHead(
            frames.of(request),
            skill,
            tab,
            shown,
            run.isEmpty() || isLast(id, run.get()),
            shown.flatMap(each -> validations.resultJson(each.id())).map(ResultView::read),
            notice),
        progress.map(Validations.Progress::steps).orElse(List.of()));
  }

  ModelAndView overview(
      HttpServletRequest request, UUID id, Optional<UUID> run, Function<Skill, Notice> notice) {
    Opened opened = open(request, id, run, Tab.OVERVIEW, notice.apply(skills.load(id)));
    List<Phase> phases = Phase.of(opened.steps(), opened.head().alive(), clock.instant());
    return new ModelAndView("skill/overview", Map.of("head", opened.head(), "phases", phases));
  }

  private boolean isLast(UUID id, UUID run) {
    return validations.runs(id).stream().limit(1).anyMatch(last -> last.id().equals(run));
  }

  List<RunRecord> runs(UUID id) {
    return validations.runs(id);
  }

  Optional<String> transcript(UUID id, UUID run, UUID transcript) {
    return validations.transcript(id, run, transcript);
  }
}
