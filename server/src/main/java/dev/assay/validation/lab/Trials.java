package dev.assay.validation.lab;

import dev.assay.agent.Activations;
import dev.assay.agent.Agent;
import dev.assay.agent.AgentListener;
import dev.assay.agent.AgentRun;
import dev.assay.agent.Assignment;
import dev.assay.agent.Budget;
import dev.assay.agent.Models;
import dev.assay.agent.SkillList;
import dev.assay.agent.Transcripts;
import dev.assay.agent.Workplace;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.SkillName;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.sandbox.AccessEvidence;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.task.Activation;
import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskFile;
import dev.assay.skill.transcript.Transcript;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.dependency.PackageReader;
import dev.assay.validation.evidence.ListedSkill;
import dev.assay.validation.evidence.TaskRun;
import dev.assay.validation.harm.Surroundings;
import dev.assay.validation.harm.Traces;
import dev.assay.validation.scoring.Scoring;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;

/// Has tasks done, each by a separate agent in a separate sandbox, and records the evidence.
public final class Trials {
  private static final int TURNS = 40;
  private static final int PROBE_TURNS = 3;
  private static final long TOKENS = 400_000;
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final int MOST_ACTIVATIONS = 200;
  private static final NetworkEvidence NOT_RECORDED =
      new NetworkEvidence(List.of(), List.of(), Optional.empty(), 0);

  private final Laboratory laboratory;
  private final Budget budget;
  private final Agent agent;
  private final Models models;
  private final Transcripts transcripts;

  /// @param commands the time limit of all commands of a task; a skill that needs more fails
  public Trials(
      Laboratory laboratory,
      Duration commands,
      Agent agent,
      Models models,
      Transcripts transcripts) {
    this.laboratory = laboratory;
    this.budget = Budget.of(TURNS, TOKENS, LONGEST.plus(commands)).withCommands(commands);
    this.agent = agent;
    this.models = models;
    this.transcripts = transcripts;
  }

  /// Runs a task up to the first choice of a skill. This is cheap and shows which skill is chosen.
  ///
  /// @throws InterruptedException if the run is being stopped
  public TaskRun probe(PlannedTrial planned) throws InterruptedException {
    List<SkillName> names = planned.site().listed().stream().map(ListedSkill::name).toList();
    return run(
        planned,
        Budget.of(PROBE_TURNS, TOKENS, LONGEST),
        transcript -> !Activations.seen(transcript, Optional.empty(), names).isEmpty());
  }

  /// @throws InterruptedException if the run is being stopped
  public TaskRun run(PlannedTrial planned) throws InterruptedException {
    return run(planned, budget, _ -> false);
  }

  private TaskRun run(PlannedTrial planned, Budget allowed, Predicate<Transcript> until)
      throws InterruptedException {
    Task task = planned.task();
    Laboratory.Site site = planned.site();
    String executor = planned.executor().model();
    ChatModel model =
        executor.isEmpty() ? models.model(Purpose.EXECUTE) : models.executor(executor);
    try (TaskSandbox opened = laboratory.openFor(task, site)) {
      Sandbox sandbox = opened.sandbox();
      Surroundings before = Surroundings.of(sandbox);
      Workplace workplace = new Workplace(sandbox, list(site.listed()));
      Assignment assignment =
          Assignment.of(Purpose.EXECUTE, model, workplace.instructions(), task.prompt(), allowed)
              .with(workplace.tools())
              .until(until)
              .ownedBy(site.run().toString());
      Transcripts.Recording recording =
          transcripts.open(site.run().toString(), Purpose.EXECUTE, model);
      AgentRun run = done(assignment, recording);
      AgentEndings.requireTold(run.ending());
      return seen(task, site, sandbox, run, recording, planned.packages(), before).by(model.name());
    }
  }

  private AgentRun done(Assignment assignment, Transcripts.Recording recording) {
    String ending = "failed";
    try {
      AgentRun run = agent.run(assignment, AgentListener.silent(), recording);
      ending = AgentEndings.word(run.ending());
      return run;
    } finally {
      recording.close(ending);
    }
  }

  private TaskRun seen(
      Task task,
      Laboratory.Site site,
      Sandbox sandbox,
      AgentRun run,
      Transcripts.Recording recording,
      PackageList packages,
      Surroundings before) {
    laboratory.endProcesses(sandbox);
    List<TaskFile> produced =
        Produced.in(sandbox.files(), task, AgentEndings.answer(run.ending())).stream()
            .map(this::clean)
            .toList();
    List<String> installs =
        Difference.between(packages, PackageReader.readAgain(sandbox, packages), Dependencies.NONE)
            .changes()
            .stream()
            .map(Difference.Change::shown)
            .toList();
    Optional<NetworkEvidence> recorded = laboratory.network(sandbox);
    recorded.ifPresent(
        evidence -> {
          requireProof(site, evidence);
          requireRecord(site, evidence);
        });
    NetworkEvidence network = recorded.orElse(NOT_RECORDED);
    List<Activation> activations =
        Activations.seen(
            run.transcript(),
            access(sandbox),
            site.listed().stream().map(ListedSkill::name).toList());
    Traces left = Traces.between(before, before.again(sandbox.files()), task, sandbox.files());
    boolean blocked = site.network() instanceof Network.Blocked;
    SortedMap<String, Instant> attempts = network.attempts();
    List<String> places = EvidenceLimits.items(attempts.keySet());
    attempts.keySet().retainAll(places);
    return new TaskRun(
        task.id(),
        AgentEndings.word(run.ending()),
        clean(AgentEndings.answer(run.ending())),
        activations.stream().limit(MOST_ACTIVATIONS).toList(),
        blocked ? places : List.of(),
        blocked ? List.of() : places,
        attempts,
        network.proof(),
        EvidenceLimits.items(installs),
        produced,
        used(run, laboratory.metrics(sandbox)),
        recording.id(),
        harm(task, sandbox, left),
        "",
        FailedCommands.in(run.transcript(), transcripts::withoutSecrets),
        EvidenceLimits.items(left.outside()));
  }

  private static List<String> harm(Task task, Sandbox sandbox, Traces left) {
    List<String> harm = new ArrayList<>(Harm.to(task, sandbox.files()));
    harm.addAll(left.harm());
    return EvidenceLimits.items(harm);
  }

  /// Requires the proof that a blocked sandbox was offline. Without it, the run shows nothing about
  /// the skill's behaviour offline.
  private static void requireProof(Laboratory.Site site, NetworkEvidence network) {
    if (site.network() instanceof Network.Blocked && network.proof().isEmpty()) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_NOT_OFFLINE,
          "The sandbox of \"%s\" was not proved to be offline. Run `assay doctor`."
              .formatted(site.step()));
    }
  }

  /// Requires a complete network record of a blocked sandbox, because a lost record may have been
  /// an attempt. If the recorded attempts already give the worst value, lost ones do not matter.
  static void requireRecord(Laboratory.Site site, NetworkEvidence network) {
    boolean matters = network.attempted().size() < Scoring.MANY_ATTEMPTS;
    if (site.network() instanceof Network.Blocked && network.lost() > 0 && matters) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "What \"%s\" did to the network was not recorded in full (%d records lost). Check the load of this machine, then resume."
              .formatted(site.step(), network.lost()));
    }
  }

  private String clean(String text) {
    return EvidenceLimits.text(transcripts.withoutSecrets(text));
  }

  /// Removes secrets from a file. A file that is no text is not changed.
  private TaskFile clean(TaskFile file) {
    byte[] content = file.content();
    String text = new String(content, StandardCharsets.UTF_8);
    String clean = transcripts.withoutSecrets(text);
    return clean.equals(text)
        ? file
        : new TaskFile(file.name(), clean.getBytes(StandardCharsets.UTF_8));
  }

  private Optional<AccessEvidence> access(Sandbox sandbox) {
    return laboratory.recordsAccess() ? Optional.of(sandbox.access()) : Optional.empty();
  }

  private static SkillList list(List<ListedSkill> listed) {
    return new SkillList(
        listed.stream()
            .map(skill -> new SkillList.Listed(skill.name(), skill.description()))
            .toList());
  }

  private static TaskRun.Used used(AgentRun run, Metrics metrics) {
    Duration cpu = metrics.cpu();
    return new TaskRun.Used(
        run.took().toMillis(),
        cpu == null ? null : cpu.toMillis(),
        metrics.peakMemory(),
        metrics.diskRead(),
        metrics.diskWritten(),
        run.cost(),
        Optional.of(run.transcript().usage().total()));
  }
}
