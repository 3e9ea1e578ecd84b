package dev.assay.wiring;

import dev.assay.agent.Agent;
import dev.assay.agent.CostLedger;
import dev.assay.agent.ModelQuestions;
import dev.assay.agent.ModelSettings;
import dev.assay.agent.Models;
import dev.assay.agent.Transcripts;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import dev.assay.configuration.ValidationCatalogue;
import dev.assay.home.Home;
import dev.assay.images.ImageContents;
import dev.assay.images.Images;
import dev.assay.intake.Intake;
import dev.assay.packages.PackageDoors;
import dev.assay.registry.Calibrations;
import dev.assay.registry.EngineTests;
import dev.assay.registry.FullTestLog;
import dev.assay.registry.KeptArchives;
import dev.assay.registry.Lifecycle;
import dev.assay.registry.Removals;
import dev.assay.registry.SavedTasks;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.Skills;
import dev.assay.registry.TrialHistory;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.SharedFolders;
import dev.assay.sandbox.Workspaces;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Words;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.upload.Uploads;
import dev.assay.validation.Forecasts;
import dev.assay.validation.FullTests;
import dev.assay.validation.Gate;
import dev.assay.validation.GateCalibration;
import dev.assay.validation.ImageFiles;
import dev.assay.validation.SkillHistory;
import dev.assay.validation.Validations;
import dev.assay.validation.settings.ExecutorPolicy;
import dev.assay.validation.settings.ProofLevel;
import dev.assay.validation.settings.ProofRules;
import dev.assay.validation.settings.ProofTerms;
import dev.assay.validation.settings.ScoringPolicy;
import dev.assay.validation.settings.ValidationRules;
import dev.assay.validation.settings.Weights;
import dev.assay.workflow.RunKind;
import dev.assay.workflow.Workflow;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Creates the parts of the gate.
@Configuration(proxyBeanMethods = false)
class ValidationWiring {
  private static final long MEMORY_OF_A_READER = 256 << 20;

  private static final long PROCESSES = 256;

  @Bean
  Gate.Registry gateRegistry(
      Skills skills,
      Lifecycle lifecycle,
      Images images,
      ImageContents contents,
      SavedTasks tasks,
      SkillFolders folders,
      BlobStore blobs,
      Home home,
      GateCalibration calibration,
      TrialHistory history) {
    return new Gate.Registry(
        skills,
        lifecycle,
        images,
        contents,
        tasks,
        folders,
        blobs,
        home.treeFolder(),
        calibration,
        history);
  }

  @Bean
  TrialHistory trialHistory(JdbcClient jdbc, Clock clock) {
    return new TrialHistory(jdbc, clock);
  }

  @Bean
  SkillHistory skillHistory(TrialHistory history, Skills skills) {
    return new SkillHistory(history, skills);
  }

  @Bean
  Calibrations calibrations(JdbcClient jdbc, AuditWriter audit, Clock clock) {
    return new Calibrations(jdbc, audit, clock);
  }

  @Bean
  GateCalibration gateCalibration(
      Calibrations calibrations,
      Models models,
      ServerVersion version,
      Settings settings,
      Clock clock) {
    return new GateCalibration(calibrations, models, rules(settings), version.text(), clock);
  }

  @Bean
  ImageFiles imageFiles(Images images, ImageContents contents) {
    return new ImageFiles(images, contents);
  }

  @Bean
  Gate.Agents gateAgents(
      Agent agent, Models models, ModelQuestions questions, Transcripts transcripts) {
    return new Gate.Agents(agent, models, questions, transcripts);
  }

  @Bean
  Gate.Sandboxes gateSandboxes(
      SandboxEngine engine,
      Workspaces workspaces,
      SandboxKeeper keeper,
      PackageDoors doors,
      Home home,
      Settings settings) {
    Gate.sweep(home.workFolder());
    return new Gate.Sandboxes(
        engine,
        workspaces,
        keeper,
        doors,
        home.workFolder(),
        Map.of(
            Limit.MEMORY, settings.value(Catalogue.SANDBOX_MEMORY),
            Limit.DISK, settings.value(ValidationCatalogue.DISK),
            Limit.PROCESSES, PROCESSES),
        times(settings));
  }

  @Bean
  Gate.FullTesting fullTesting(
      FullTestLog log,
      EngineTests tests,
      Gate.Sandboxes usual,
      ServerEngines engines,
      SharedFolders folders,
      Settings settings,
      Home home) {
    return new Gate.FullTesting(
        log,
        tests,
        engines.others().stream()
            .map(
                engine ->
                    new Gate.OtherEngine(
                        usual.on(
                            engine, SandboxWiring.workspacesOn(engine, folders, settings, home)),
                        () -> engines.ground(engine)))
            .toList());
  }

  private static Gate.Times times(Settings settings) {
    return new Gate.Times(
        settings.value(ValidationCatalogue.COMMAND_TIME),
        settings.value(ValidationCatalogue.INSTALL_TIME));
  }

  @Bean
  RunKind validation(
      Gate.Registry registry, Gate.Agents agents, Gate.Sandboxes sandboxes, Settings settings) {
    return Gate.validation(
        registry, agents, sandboxes, rules(settings), settings.value(ValidationCatalogue.AT_ONCE));
  }

  @Bean
  RunKind fullTest(
      Gate.Registry registry,
      Gate.Agents agents,
      Gate.Sandboxes sandboxes,
      Gate.FullTesting testing,
      Settings settings) {
    return Gate.fullTest(registry, agents, sandboxes, rules(settings), testing);
  }

  @Bean
  FullTests fullTests(
      Workflow workflow,
      Skills skills,
      FullTestLog log,
      AuditWriter audit,
      CostLedger costs,
      ServerEngines engines) {
    return new FullTests(
        workflow,
        skills,
        log,
        audit,
        costs,
        new FullTests.Engines(
            engines.ofValidations().name(),
            engines.others().stream().map(SandboxEngine::name).collect(Collectors.toSet())));
  }

  @Bean
  Validations validations(
      Workflow workflow,
      Skills skills,
      Lifecycle lifecycle,
      Removals removals,
      Transcripts transcripts,
      AuditWriter audit,
      CostLedger costs,
      ModelSettings models,
      Settings settings) {
    return new Validations(
        workflow,
        skills,
        lifecycle,
        removals,
        transcripts,
        audit,
        new Validations.Terms(
            settings.value(ValidationCatalogue.AUTO_START)
                ? Validations.Beginning.WITH_UPLOAD
                : Validations.Beginning.WHEN_ASKED,
            times(settings),
            costs,
            rules(settings),
            1 + models.furtherExecutors().size()));
  }

  @Bean
  Forecasts forecasts(
      Models models, CostLedger costs, Skills skills, Settings settings, Clock clock) {
    return new Forecasts(models, costs, skills, rules(settings), clock);
  }

  static ValidationRules rules(Settings settings) {
    return new ValidationRules(
        new ScoringPolicy(
            new Weights(
                settings.value(ValidationCatalogue.WEIGHT_COMPLETION),
                settings.value(ValidationCatalogue.WEIGHT_TRIGGER),
                settings.value(ValidationCatalogue.WEIGHT_OFFLINE)),
            settings.value(ValidationCatalogue.THRESHOLD),
            settings.value(ValidationCatalogue.COMPLETION_FLOOR),
            settings.value(ValidationCatalogue.REQUIRE_OFFLINE)
                ? ScoringPolicy.Offline.REQUIRED
                : ScoringPolicy.Offline.REPORTED,
            Words.read(
                ScoringPolicy.Undeclared.class, settings.value(ValidationCatalogue.DEPENDENCIES)),
            ScoringPolicy.Environment.of(settings.value(ValidationCatalogue.ENVIRONMENT))),
        new ProofTerms(
            Words.read(ProofLevel.class, settings.value(ValidationCatalogue.PROOF)),
            Words.read(
                ProofRules.RequireLift.class, settings.value(ValidationCatalogue.REQUIRE_LIFT)),
            Words.read(ProofTerms.Harm.class, settings.value(ValidationCatalogue.HARM)),
            Words.read(
                ProofTerms.UndeclaredNetwork.class,
                settings.value(ValidationCatalogue.UNDECLARED_NETWORK)),
            Words.read(ProofTerms.Inspected.class, settings.value(ValidationCatalogue.INSPECTION))),
        Words.read(ExecutorPolicy.class, settings.value(ValidationCatalogue.EXECUTORS_POLICY)));
  }

  /// Returns how many archives are read at once. Reading takes a processor and a limited amount of
  /// memory for each archive.
  private static int readersAtOnce() {
    Runtime machine = Runtime.getRuntime();
    return Math.clamp(machine.maxMemory() / MEMORY_OF_A_READER, 1, machine.availableProcessors());
  }

  @Bean
  Uploads uploads(
      Intake intake,
      KeptArchives archives,
      SkillFolders folders,
      Skills skills,
      Validations validations,
      AuditWriter audit) {
    return new Uploads(intake, archives, folders, skills, validations, audit, readersAtOnce());
  }
}
