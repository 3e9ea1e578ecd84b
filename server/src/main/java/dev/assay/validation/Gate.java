package dev.assay.validation;

import dev.assay.agent.Agent;
import dev.assay.agent.ModelQuestions;
import dev.assay.agent.Models;
import dev.assay.agent.Transcripts;
import dev.assay.images.ImageContents;
import dev.assay.images.Images;
import dev.assay.packages.PackageDoors;
import dev.assay.registry.Decisions;
import dev.assay.registry.EngineTests;
import dev.assay.registry.FullTestLog;
import dev.assay.registry.Lifecycle;
import dev.assay.registry.Removals;
import dev.assay.registry.SavedTasks;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.Skills;
import dev.assay.registry.TrialHistory;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.Workspaces;
import dev.assay.skill.BlobStore;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.validation.dependency.PackageStore;
import dev.assay.validation.fulltest.FullTestSteps;
import dev.assay.validation.fulltest.FullTestWorkflow;
import dev.assay.validation.lab.CandidateReader;
import dev.assay.validation.lab.Checking;
import dev.assay.validation.lab.ImageMaker;
import dev.assay.validation.lab.Inventories;
import dev.assay.validation.lab.Judging;
import dev.assay.validation.lab.LabTools;
import dev.assay.validation.lab.Laboratory;
import dev.assay.validation.lab.Observation;
import dev.assay.validation.lab.Preparation;
import dev.assay.validation.lab.SkillTrees;
import dev.assay.validation.lab.TrialSteps;
import dev.assay.validation.lab.Trials;
import dev.assay.validation.settings.ValidationRules;
import dev.assay.workflow.RunKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Assembles the gate from the packages below.
public final class Gate {
  private Gate() {}

  /// The services of the registry.
  ///
  /// @param contents the lists of files in images
  /// @param trees the folder of unpacked skills
  /// @param calibration the measured errors of the gate
  public record Registry(
      Skills skills,
      Lifecycle lifecycle,
      Images images,
      ImageContents contents,
      SavedTasks tasks,
      SkillFolders folders,
      BlobStore blobs,
      Path trees,
      GateCalibration calibration,
      TrialHistory history) {}

  /// The agents and models that do the work.
  public record Agents(
      Agent agent, Models models, ModelQuestions questions, Transcripts transcripts) {}

  /// The sandboxes in which the work is done.
  ///
  /// @param doors the doors to the package indexes
  /// @param workspaces the factory of the workspaces of tasks
  /// @param work a folder for temporary files while an image is made
  /// @param limits the limits of the sandboxes in which images are made
  public record Sandboxes(
      SandboxEngine engine,
      Workspaces workspaces,
      SandboxKeeper keeper,
      PackageDoors doors,
      Path work,
      Map<Limit, Long> limits,
      Times times) {
    /// Returns the same settings for another engine.
    public Sandboxes on(SandboxEngine other, Workspaces its) {
      return new Sandboxes(other, its, keeper, doors, work, limits, times);
    }
  }

  /// Another engine, on which conversations or tools use skills.
  ///
  /// @param ground the ground of a test on that engine
  public record OtherEngine(Sandboxes sandboxes, Supplier<EngineTests.Ground> ground) {}

  /// The log of full tests, and the engines besides the usual one on which they can run.
  public record FullTesting(FullTestLog log, EngineTests tests, List<OtherEngine> others) {
    public FullTesting {
      others = List.copyOf(others);
    }
  }

  /// Removes the leftovers of a killed server from the folder for making images. It must run before
  /// any image is made.
  public static void sweep(Path work) {
    ImageMaker.sweep(work);
  }

  /// The time limits of a skill's commands in total.
  ///
  /// @param commands the limit for the commands of one task
  /// @param installation the limit for the commands that install the skill's packages
  public record Times(Duration commands, Duration installation) {}

  /// Returns the workflow of validations.
  public static RunKind validation(
      Registry registry, Agents agents, Sandboxes sandboxes, ValidationRules rules, int atOnce) {
    LabTools tools = tools(registry, agents, sandboxes);
    return new RunKind(
        new ValidationWorkflow(
            registry.skills(),
            registry.lifecycle(),
            steps(registry, tools, rules),
            new ValidationReports(tools.judging()),
            sandboxes.keeper()),
        atOnce);
  }

  /// Returns the workflow of full tests.
  public static RunKind fullTest(
      Registry registry,
      Agents agents,
      Sandboxes sandboxes,
      ValidationRules rules,
      FullTesting testing) {
    Map<String, FullTestSteps.Elsewhere> others = new HashMap<>();
    for (OtherEngine each : testing.others()) {
      others.put(
          each.sandboxes().engine().name(),
          new FullTestSteps.Elsewhere(
              tools(registry, agents, each.sandboxes(), Laboratory.Recording.WHERE_OFFERED),
              each.ground()));
    }
    FullTestSteps steps =
        new FullTestSteps(
            new FullTestSteps.Records(registry.skills(), registry.images(), registry.tasks()),
            tools(registry, agents, sandboxes),
            others,
            rules.policy(),
            rules.executors());
    return new RunKind(
        new FullTestWorkflow(
            steps, testing.log(), testing.tests(), registry.history(), sandboxes.keeper()),
        1);
  }

  /// Returns the workflow of approvals that wait for tests on the current image.
  public static RunKind approval(
      Registry registry,
      Agents agents,
      Sandboxes sandboxes,
      ValidationRules rules,
      Decisions decisions) {
    return new RunKind(
        new ApprovalWorkflow(
            new ApprovalWorkflow.Records(registry.skills(), registry.images()),
            decisions,
            steps(registry, tools(registry, agents, sandboxes), rules),
            sandboxes.engine(),
            sandboxes.keeper()),
        1);
  }

  /// Returns the workflow of deletions that build an image.
  public static RunKind removal(
      Registry registry,
      Agents agents,
      Sandboxes sandboxes,
      ValidationRules rules,
      Removals removals) {
    return new RunKind(
        new RemovalWorkflow(
            new RemovalWorkflow.Records(registry.skills(), registry.images()),
            removals,
            steps(registry, tools(registry, agents, sandboxes), rules),
            sandboxes.engine(),
            sandboxes.keeper()),
        1);
  }

  private static ValidationSteps steps(Registry registry, LabTools tools, ValidationRules rules) {
    return new ValidationSteps(
        new ValidationSteps.Records(
            registry.skills(),
            registry.images(),
            registry.tasks(),
            new Inventories(registry.contents()),
            registry.calibration(),
            registry.history()),
        tools,
        rules);
  }

  private static LabTools tools(Registry registry, Agents agents, Sandboxes sandboxes) {
    return tools(registry, agents, sandboxes, Laboratory.Recording.REQUIRED);
  }

  private static LabTools tools(
      Registry registry, Agents agents, Sandboxes sandboxes, Laboratory.Recording recording) {
    SkillTrees trees =
        new SkillTrees(
            registry.trees(), registry.folders(), id -> registry.skills().load(id).bundle());
    Laboratory laboratory =
        new Laboratory(
            sandboxes.engine(), trees, sandboxes.workspaces(), sandboxes.limits(), recording);
    Judging judging = new Judging(agents.questions(), agents.models(), agents.transcripts(), trees);
    return new LabTools(
        agents.models(),
        trees,
        new CandidateReader(registry.folders()),
        new Preparation(
            laboratory,
            sandboxes.doors(),
            maker(registry, sandboxes, laboratory),
            agents.transcripts(),
            sandboxes.times().installation()),
        new TrialSteps(
            new Trials(
                laboratory,
                sandboxes.times().commands(),
                agents.agent(),
                agents.models(),
                agents.transcripts()),
            new Checking(laboratory),
            judging),
        judging,
        new Observation(laboratory, agents.transcripts()::withoutSecrets));
  }

  private static ImageMaker maker(Registry registry, Sandboxes sandboxes, Laboratory laboratory) {
    return new ImageMaker(
        laboratory,
        sandboxes.engine(),
        new Inventories(registry.contents()),
        new PackageStore(registry.blobs()),
        new ImageMaker.Limits(
            sandboxes.work(), sandboxes.limits().getOrDefault(Limit.DISK, Long.MAX_VALUE)));
  }
}
