package dev.assay.web.console.skill;

import dev.assay.registry.EngineTests;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.validation.Forecasts;
import dev.assay.validation.Validations;
import dev.assay.web.console.Notice;
import dev.assay.web.console.PageFrame;
import dev.assay.web.console.evidence.Phase;
import dev.assay.web.console.evidence.ResultView;
import dev.assay.web.console.evidence.TailView;
import dev.assay.web.console.review.ReviewView;
import dev.assay.workflow.RunRecord;
import dev.assay.workflow.StepRecord;
import jakarta.servlet.http.HttpServletRequest;
import java.math.RoundingMode;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;

/// Loads a skill with one of its runs for any of the tabs.
@Component
final class SkillRunView {
  private final Skills skills;
  private final Validations validations;
  private final PageFrame.Maker frames;
  private final ReviewView.Maker reviews;
  private final Forecasts forecasts;
  private final EngineTests engines;
  private final Clock clock;

  SkillRunView(
      Skills skills,
      Validations validations,
      PageFrame.Maker frames,
      ReviewView.Maker reviews,
      Forecasts forecasts,
      EngineTests engines,
      Clock clock) {
    this.skills = skills;
    this.validations = validations;
    this.frames = frames;
    this.reviews = reviews;
    this.forecasts = forecasts;
    this.engines = engines;
    this.clock = clock;
  }

  record Opened(SkillHead head, List<StepRecord> steps) {}

  /// @param run an earlier run; empty for the last one
  Opened open(HttpServletRequest request, UUID id, Optional<UUID> run, Tab tab, Notice notice) {
    Skill skill = skills.load(id);
    Optional<Validations.Progress> progress =
        run.isPresent() ? run.map(wanted -> validations.run(id, wanted)) : current(skill, tab);
    Optional<RunRecord> shown = progress.map(Validations.Progress::run);
    return new Opened(
        new SkillHead(
            frames.of(request),
            skill,
            tab,
            shown,
            run.isEmpty() || isLast(id, run.get()),
            shown.flatMap(each -> validations.verdict(skill, each.id())).map(ResultView::of),
            shown.flatMap(each -> validations.partialProof(each.id())),
            reviews.of(skill),
            notice),
        progress.map(Validations.Progress::steps).orElse(List.of()));
  }

  /// Returns the run under way, or else the last validation. A finished change of the image is left
  /// out, because it says nothing about the skill. The overview gets the steps without their
  /// evidence.
  private Optional<Validations.Progress> current(Skill skill, Tab tab) {
    Optional<Validations.Progress> last = validations.progress(skill.id());
    boolean alive = last.filter(progress -> progress.run().state().alive()).isPresent();
    Optional<UUID> shown =
        alive
            ? Optional.empty()
            : validations.runs(skill.id()).stream()
                .map(RunRecord::id)
                .filter(run -> skill.validated().run().equals(Optional.of(run)))
                .findFirst();
    Optional<UUID> latest = last.map(progress -> progress.run().id());
    if (tab == Tab.OVERVIEW && (shown.isEmpty() || shown.equals(latest))) {
      return last;
    }
    return shown.or(() -> latest).map(run -> validations.run(skill.id(), run));
  }

  ModelAndView overview(
      HttpServletRequest request, UUID id, Optional<UUID> run, Function<Skill, Notice> notice) {
    Opened opened = open(request, id, run, Tab.OVERVIEW, notice.apply(skills.load(id)));
    return new ModelAndView(
        "skill/overview",
        Map.of(
            "head", opened.head(),
            "live", live(opened),
            "elsewhere", engines.of(opened.head().skill().id())));
  }

  Live live(Opened opened) {
    SkillHead head = opened.head();
    List<Phase> phases = Phase.of(opened.steps(), head.alive(), clock.instant());
    List<String> tails =
        head.alive() ? validations.tails(head.run().orElseThrow().id()) : List.of();
    return new Live(
        phases, TaskCard.of(phases), tails.stream().map(TailView::read).toList(), cost(head));
  }

  private String cost(SkillHead head) {
    if (!head.alive()) {
      return head.canValidate() ? forecasts.of(head.skill().id()).words() : "";
    }
    Forecasts.Spent spent = forecasts.spent(head.run().orElseThrow().id());
    return spent.calls() == 0
        ? ""
        : "%d calls to models so far, cost %s"
            .formatted(spent.calls(), spent.cost().setScale(4, RoundingMode.HALF_UP));
  }

  private boolean isLast(UUID id, UUID run) {
    return validations.runs(id).stream().limit(1).anyMatch(last -> last.id().equals(run));
  }

  /// Returns all versions of the skill's name, newest first.
  List<Skill> versions(Skill skill) {
    return skills.versions(skill.name());
  }

  Optional<Validations.Written> report(Opened opened) {
    return opened
        .head()
        .run()
        .flatMap(run -> validations.report(opened.head().skill().id(), run.id()));
  }

  List<RunRecord> runs(UUID id) {
    return validations.runs(id);
  }

  Optional<String> transcript(UUID id, UUID run, UUID transcript) {
    return validations.transcript(id, run, transcript);
  }
}
