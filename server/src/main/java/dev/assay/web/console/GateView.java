package dev.assay.web.console;

import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillFilter;
import dev.assay.registry.SkillPage;
import dev.assay.registry.Skills;
import dev.assay.registry.Status;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.validation.Validations;
import dev.assay.web.ModelFacts;
import dev.assay.workflow.StepRecord;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/// The state of the gate: running validations, skills that wait for a reviewer, and admitted
/// skills.
public record GateView(
    List<Running> running,
    SkillPage waiting,
    long skills,
    RuntimeImage image,
    ModelFacts.Thinking thinking,
    Engine engine) {

  /// @param alive the number of live sandboxes on all servers
  /// @param missing the features that this machine does not offer to sandboxes; empty if none is
  ///   missing
  public record Engine(int alive, List<String> missing) {}

  /// @param step the current step; empty between two steps
  public record Running(Skill skill, String step) {}

  /// Reads the current state.
  @Component
  static final class Maker {
    private static final int MOST = 10;

    private final Skills skills;
    private final Validations validations;
    private final Images images;
    private final ModelFacts model;
    private final SandboxKeeper sandboxes;

    Maker(
        Skills skills,
        Validations validations,
        Images images,
        ModelFacts model,
        SandboxKeeper sandboxes) {
      this.skills = skills;
      this.validations = validations;
      this.images = images;
      this.model = model;
      this.sandboxes = sandboxes;
    }

    /// The missing features of this machine. They are probed once, because they do not change while
    /// the server runs.
    private static final class Kernel {
      private static final List<String> MISSING =
          SandboxEngines.probe().entrySet().stream()
              .filter(feature -> !feature.getValue().startsWith("ok"))
              .map(feature -> feature.getKey() + ": " + feature.getValue())
              .sorted()
              .toList();
    }

    GateView look() {
      return new GateView(
          skills.list(Optional.of(Status.VALIDATING), 0, MOST).skills().stream()
              .map(skill -> new Running(skill, step(skill)))
              .toList(),
          skills.waiting(0, MOST),
          skills.list(SkillFilter.ALL, 0, 1).total(),
          images.current(),
          model.look(),
          new Engine(sandboxes.list().size(), Kernel.MISSING));
    }

    private String step(Skill skill) {
      return validations.progress(skill.id()).stream()
          .flatMap(progress -> progress.steps().stream())
          .filter(step -> step.state() == StepRecord.State.STARTED)
          .map(StepRecord::name)
          .collect(Collectors.joining(", "));
    }
  }
}
