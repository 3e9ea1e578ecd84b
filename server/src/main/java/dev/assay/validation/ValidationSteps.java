package dev.assay.validation;

import dev.assay.agent.CostLine;
import dev.assay.agent.EvalReview;
import dev.assay.agent.Installer;
import dev.assay.agent.TaskWriter;
import dev.assay.contents.Contents;
import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.registry.SavedTask;
import dev.assay.registry.SavedTasks;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.registry.TrialHistory;
import dev.assay.skill.Digest;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.dependency.Admitted;
import dev.assay.validation.dependency.Conflict;
import dev.assay.validation.dependency.Conflicts;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.dependency.PackageSource;
import dev.assay.validation.dependency.UnmetNeeds;
import dev.assay.validation.evidence.EvidenceCard;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.Inspection;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.ListedSkill;
import dev.assay.validation.evidence.Regressions;
import dev.assay.validation.evidence.Setup;
import dev.assay.validation.evidence.Tasks;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.evidence.TrialList;
import dev.assay.validation.lab.Inventories;
import dev.assay.validation.lab.Judging;
import dev.assay.validation.lab.LabTools;
import dev.assay.validation.lab.Laboratory;
import dev.assay.validation.lab.Performed;
import dev.assay.validation.lab.PlannedTrial;
import dev.assay.validation.lab.Preparation;
import dev.assay.validation.lab.SkillTrees;
import dev.assay.validation.proof.ProofDecision;
import dev.assay.validation.settings.ProofTerms;
import dev.assay.validation.settings.ScoringPolicy;
import dev.assay.validation.settings.ValidationRules;
import dev.assay.workflow.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The work of each step of the workflow.
final class ValidationSteps {
  static final int TASKS = 3;
  static final String INSPECT = "inspect";
  private static final int MOST_SAVED = 6;

  private final Records records;
  private final LabTools tools;
  private final ValidationRules rules;
  private final ScoringPolicy policy;

  ValidationSteps(Records records, LabTools tools, ValidationRules rules) {
    this.records = records;
    this.tools = tools;
    this.rules = rules;
    policy = rules.policy();
  }

  /// The records of the registry.
  record Records(
      Skills skills,
      Images images,
      SavedTasks tasks,
      Inventories inventories,
      GateCalibration calibration,
      TrialHistory history) {}

  Setup prepare(Run run, Skill skill) {
    tools.preparation().requireAble();
    RuntimeImage current = records.images().currentHere();
    List<Skill> visible = new ArrayList<>(others(skill));
    visible.add(skill);
    List<ChatModel> executors = tools.models().executors();
    return new Setup(
        current.number(),
        current.image(),
        policy,
        tools.trees().list(visible, run.id().getMostSignificantBits()),
        executors.getFirst().rehearsal(),
        skill.bundle().digest().toString(),
        terms(),
        executors.stream().map(ChatModel::name).toList(),
        rules.executors(),
        executors.getFirst().rehearsal() ? "" : records.calibration().words(),
        tools.preparation().unenforced(),
        tools.models().inspector());
  }

  /// Returns the approved skills, except older versions of this skill, which it would replace.
  private List<Skill> others(Skill skill) {
    return SkillTrees.newest(records.skills().approved()).stream()
        .filter(each -> !each.name().equals(skill.name()))
        .toList();
  }

  Installed install(Run run, Skill skill, Setup setup) {
    List<String> carried = carried(skill);
    RuntimeEnvironment place =
        switch (setup.policy().environment()) {
          case SHARED ->
              carried.isEmpty()
                  ? RuntimeEnvironment.SHARED
                  : new RuntimeEnvironment(skill.name()); // they belong to this skill alone
          case PER_SKILL -> new RuntimeEnvironment(skill.name());
        };
    Laboratory.Site site =
        new Laboratory.Site(
            setup.image(),
            Network.blocked(),
            setup.listed(),
            run.id(),
            "install",
            "validation_" + skill.id());
    return tools
        .preparation()
        .install(
            site,
            new Preparation.Part(
                skill.bundle().name(),
                place,
                skill.bundle().dependencies(),
                carried,
                UnmetNeeds.in(tools.candidates().of(skill).document())),
            inventory(setup),
            () ->
                tools
                    .judging()
                    .ask(
                        run.id(),
                        Purpose.INSTALL,
                        asked -> new Installer(asked).find(tools.candidates().of(skill)))
                    .answer(),
            before -> admitted(skill, before));
  }

  /// Returns the folders in the sandbox with packages that the skill carries.
  private static List<String> carried(Skill skill) {
    return skill.bundle().files().stream()
        .map(file -> file.path())
        .filter(path -> path.endsWith(".whl"))
        .map(path -> Layout.skill(skill.name()) + "/" + path)
        .map(path -> path.substring(0, path.lastIndexOf('/')))
        .distinct()
        .toList();
  }

  private Inventory inventory(Setup setup) {
    return records.inventories().of(records.images().load(setup.imageNumber()));
  }

  /// Installs exactly the files of the validation on the current image.
  Installed rebase(Run run, Skill skill, Setup setup, ApprovalWorkflow.Tested tested) {
    RuntimeEnvironment own = new RuntimeEnvironment(skill.name());
    return tools
        .preparation()
        .reinstall(
            site(run, setup.image(), setup, "validation_" + skill.id()),
            inventory(setup),
            sources(tested.contents(), tested.recorded()),
            Set.of(own),
            skill.bundle().dependencies(),
            PackageVersions.place(skill, tested.recorded()))
        .acknowledged(skill.validated().heldReasons());
  }

  private List<PackageSource> sources(
      Optional<Digest> contents, Map<String, Map<String, String>> recorded) {
    return contents
        .map(
            digest ->
                PackageVersions.sources(records.inventories().load(digest).packages(), recorded))
        .orElse(List.of());
  }

  /// Prepares a run on the current image with all skills but the one that leaves.
  Setup prepareWithout(Run run, Skill leaving) {
    RuntimeImage current = records.images().currentHere();
    List<ChatModel> executors = tools.models().executors();
    return new Setup(
        current.number(),
        current.image(),
        policy,
        tools.trees().list(staying(leaving), run.id().getMostSignificantBits()),
        executors.getFirst().rehearsal(),
        leaving.bundle().digest().toString(),
        terms(),
        executors.stream().map(ChatModel::name).toList(),
        rules.executors(),
        executors.getFirst().rehearsal() ? "" : records.calibration().words(),
        tools.preparation().unenforced(),
        "");
  }

  private List<Skill> staying(Skill leaving) {
    return records.skills().everAdmitted().stream()
        .filter(each -> each.inUse() && !each.id().equals(leaving.id()))
        .toList();
  }

  /// Installs the packages of the remaining skills on the base, in the tested versions. If two
  /// skills were tested with different versions, the version of the later one is used, as at its
  /// admission.
  Installed rebuild(Run run, Skill leaving, Setup setup) {
    List<PackageSource> all = List.of();
    for (Skill each : staying(leaving)) {
      List<PackageSource> its = sources(each.decided().contents(), each.decided().installed());
      all = new Inventory(Contents.NONE, all).packagesWith(its);
    }
    return tools
        .preparation()
        .reinstall(
            site(run, setup.image().bare(), setup, "removal_" + leaving.id()),
            Inventory.EMPTY,
            all,
            Set.of(),
            Dependencies.NONE,
            RuntimeEnvironment.SHARED);
  }

  private static Laboratory.Site site(Run run, SandboxImage image, Setup setup, String name) {
    return new Laboratory.Site(image, Network.blocked(), setup.listed(), run.id(), "install", name);
  }

  /// Returns the inspection, or empty if no model reads skills here.
  Optional<Inspection> inspect(Run run, RunEvidence evidence) {
    return evidence.setup().inspector().isEmpty()
        ? Optional.empty()
        : Optional.of(
            run.step(
                INSPECT,
                Inspection.class,
                () ->
                    new Inspections(tools).perform(run.id(), evidence.skill(), evidence.setup())));
  }

  /// Returns the tasks of the skill's validation.
  Tasks savedTasks(Skill skill) {
    return new Tasks(
        records.tasks().of(skill.id()).stream().map(SavedTask::task).toList(),
        skill.validated().run().orElseThrow());
  }

  Tasks tasks(Run run, Skill skill) {
    Judging.Asked<TaskWriter.Written> written =
        tools
            .judging()
            .ask(
                run.id(),
                Purpose.WRITE_TASKS,
                asked ->
                    new TaskWriter(asked).write(tools.candidates().of(skill), TASKS, List.of()));
    return new Tasks(written.answer().tasks(), written.transcript());
  }

  /// Tests whether rules lack enough tasks from the skill's own content. The check needs no
  /// sandbox.
  boolean lacksTasks(Skill skill) {
    return tools.models().byRules() && new EvalReview(tools.candidates().of(skill)).tasks() < TASKS;
  }

  /// Observes a skill without tasks.
  EvidenceCard observe(Run run, RunEvidence evidence) {
    Skill skill = evidence.skill();
    Installed installed = evidence.installed();
    List<ListedSkill> alone =
        evidence.setup().listed().stream()
            .filter(each -> each.name().equals(skill.bundle().name()))
            .toList();
    return tools
        .observation()
        .look(
            new Laboratory.Site(
                installed.candidate(),
                Network.blocked(),
                alone,
                run.id(),
                "observe",
                "validation_" + skill.id()),
            tools.candidates().of(skill),
            tools.trees().texts(alone).getOrDefault(skill.bundle().name(), List.of()),
            skill.bundle().findings(),
            installed.difference().changes().size());
  }

  /// Tries each task with all listed skills, online or offline.
  Performed tryAll(Run run, RunEvidence evidence, Trial.Phase phase) {
    List<PlannedTrial> planned =
        evidence.tasks().stream()
            .map(
                task ->
                    phase == Trial.Phase.ONLINE
                        ? ProofSteps.online(run, evidence, task)
                        : ProofSteps.offline(run, evidence, task))
            .toList();
    return tools.trials().perform(run, planned, TASKS);
  }

  List<Conflict> conflicts(Skill skill, RunEvidence evidence) {
    Installed installed = evidence.installed();
    return Conflicts.find(
        installed.difference(), skill.bundle().dependencies(), admitted(skill, installed.before()));
  }

  private List<Admitted> admitted(Skill skill, PackageList before) {
    return others(skill).stream()
        .map(each -> Admitted.in(before, each.name(), each.bundle().dependencies()))
        .toList();
  }

  Regressions regress(Run run, Skill skill, Setup setup, Installed installed, Executor executor) {
    return new RegressionSteps(tools.trials(), records.tasks())
        .test(run, skill, setup, installed, executor);
  }

  /// Returns the costs of the run's models so far.
  List<CostLine> spent(Run run) {
    return tools.judging().spent(run.id());
  }

  Optional<ProofDecision> prove(Run run, RunEvidence evidence) {
    Optional<ProofDecision> decision = new ProofSteps(tools, records.tasks()).prove(run, evidence);
    evidence.judgeChecks(new JudgeChecks(tools).perform(run, evidence));
    return decision;
  }

  void save(UUID run, RunEvidence evidence) {
    if (!evidence.setup().rehearsal()) {
      records
          .history()
          .add(
              evidence
                  .trials()
                  .outcomes(
                      run,
                      new TrialList.Tried(evidence.skill().id(), evidence.skill().name()),
                      "validation",
                      evidence.tasks(),
                      records.history().now()));
    }
    List<SavedTask> saved =
        evidence.mostTelling(MOST_SAVED).stream()
            .map(
                task ->
                    new SavedTask(
                        task,
                        evidence.completedOffline(task),
                        evidence
                            .offline(task)
                            .filter(trial -> trial.activated(evidence.skill().name()))
                            .isPresent(),
                        evidence.setup().rehearsal()))
            .toList();
    records.tasks().replace(evidence.skill().id(), saved);
  }

  /// Returns the terms of proof. Rules are deterministic, so a rehearsal needs no repetition.
  private ProofTerms terms() {
    return tools.models().byRules() ? rules.terms().forRehearsal() : rules.terms();
  }
}
