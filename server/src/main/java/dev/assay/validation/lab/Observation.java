package dev.assay.validation.lab;

import dev.assay.agent.CandidateSkill;
import dev.assay.agent.EvalReview;
import dev.assay.agent.SkillCommands;
import dev.assay.skill.Finding;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskFile;
import dev.assay.validation.evidence.EvidenceCard;
import dev.assay.validation.finding.ConfirmedFindings;
import dev.assay.validation.harm.Surroundings;
import dev.assay.validation.harm.Traces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs the commands of a skill without a task: twice, offline, each time in a new sandbox.
public final class Observation {
  private static final Duration LONGEST = Duration.ofSeconds(20);
  private static final Duration IN_ALL = Duration.ofSeconds(90);
  private static final int MOST_OUTPUT = 16 << 10;
  private static final int MOST_SAID = 400;
  private static final int MOST_SAMPLES = 10;
  private static final int MOST_FILES = 50;
  private static final int MOST_LOOKED_AT = 2_000;
  private static final int NOT_FOUND = 127;
  private static final Pattern SAMPLE =
      Pattern.compile("(?:^|/)(?:evals|examples?|samples?|assets|tests?|fixtures?|data)/");
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}");

  private final Laboratory laboratory;
  private final UnaryOperator<String> withoutSecrets;

  public Observation(Laboratory laboratory, UnaryOperator<String> withoutSecrets) {
    this.laboratory = laboratory;
    this.withoutSecrets = withoutSecrets;
  }

  /// One run of every command.
  private record Seen(
      List<CommandResult> results,
      NetworkEvidence network,
      List<String> written,
      List<String> changed,
      long memory,
      List<EvidenceCard.KeyRead> keysRead,
      boolean keysLaid) {}

  /// @param site the site, offline, on the image with the skill's packages
  /// @param texts the skill's files
  /// @param packages the number of packages installed for the skill
  public EvidenceCard look(
      Laboratory.Site site,
      CandidateSkill skill,
      List<TaskFile> texts,
      List<Finding> findings,
      int packages) {
    long began = System.nanoTime();
    List<TaskFile> samples = samples(skill, texts);
    List<SkillCommands.Planned> planned =
        SkillCommands.of(
            skill,
            texts,
            samples.stream().map(file -> Layout.UPLOADS + "/" + file.name()).toList());
    Task task =
        new Task("observation", "observation", List.of(), Optional.empty(), List.of(), samples);
    Seen first = run(site, task, planned);
    Seen second = run(site, task, planned);
    Set<String> hosts = new TreeSet<>(first.network().attempted());
    hosts.addAll(second.network().attempted());
    List<EvidenceCard.KeyRead> keys =
        Stream.concat(first.keysRead().stream(), second.keysRead().stream()).distinct().toList();
    List<EvidenceCard.Observed> observed = observed(planned, first, second);
    EvalReview review = new EvalReview(skill);
    return new EvidenceCard(
        new EvidenceCard.Count(review.tasks(), EvalReview.NEEDED),
        faults(review),
        observed,
        EvidenceLimits.items(hosts),
        first.written(),
        packages,
        Math.max(first.memory(), second.memory()),
        Duration.ofNanos(System.nanoTime() - began).toMillis(),
        joined(findings, hosts, first.changed(), keys, ran(observed, texts)),
        unproved(observed, first.keysLaid() && second.keysLaid()),
        keys);
  }

  private Seen run(Laboratory.Site site, Task task, List<SkillCommands.Planned> planned) {
    long began = System.nanoTime();
    List<CommandResult> results = new ArrayList<>();
    try (TaskSandbox opened = laboratory.openWithKeys(task, site)) {
      Sandbox sandbox = opened.sandbox();
      boolean keys = laboratory.watchesFolders() && PlantedKeys.lay(sandbox);
      List<EvidenceCard.KeyRead> read = new ArrayList<>();
      Surroundings before = Surroundings.of(sandbox);
      for (SkillCommands.Planned each : planned) {
        boolean time = System.nanoTime() - began < IN_ALL.toNanos();
        if (!each.command().isEmpty() && time) {
          results.add(
              sandbox.run(
                  Command.shell(each.command())
                      .in(Layout.INTERMEDIATE)
                      .withTimeout(LONGEST)
                      .withOutputLimit(MOST_OUTPUT)));
          if (keys) {
            add(read, PlantedKeys.opened(sandbox.access()), words(each));
          }
        }
      }
      NetworkEvidence network = sandbox.network();
      Trials.requireRecord(site, network);
      Long memory = sandbox.metrics().peakMemory();
      laboratory.endProcesses(sandbox);
      List<String> changed =
          EvidenceLimits.items(
              Traces.between(before, before.again(sandbox.files()), task, sandbox.files()).harm());
      if (keys) {
        add(read, PlantedKeys.opened(sandbox.access()), "a process that was left running");
      }
      return new Seen(
          results,
          network,
          written(sandbox),
          changed,
          memory == null ? 0 : memory,
          read,
          keys && !sandbox.access().lost());
    }
  }

  /// Adds the keys that were not opened before.
  private static void add(List<EvidenceCard.KeyRead> read, Set<String> opened, String by) {
    Set<String> known = read.stream().map(EvidenceCard.KeyRead::file).collect(Collectors.toSet());
    opened.stream()
        .filter(key -> !known.contains(key))
        .forEach(key -> read.add(new EvidenceCard.KeyRead(key, by)));
  }

  private static String words(SkillCommands.Planned planned) {
    String kind = planned.kind().name().toLowerCase(Locale.ROOT);
    return EvidenceLimits.text(
        kind.equals("runs") ? planned.what() : "%s %s".formatted(planned.what(), kind));
  }

  private static List<String> written(Sandbox sandbox) {
    return sandbox.files().glob(Layout.INTERMEDIATE, "**", MOST_LOOKED_AT).stream()
        .filter(entry -> entry.kind() == FileEntry.Kind.FILE)
        .map(FileEntry::path)
        .sorted()
        .limit(MOST_FILES)
        .toList();
  }

  private List<EvidenceCard.Observed> observed(
      List<SkillCommands.Planned> planned, Seen first, Seen second) {
    List<EvidenceCard.Observed> observed = new ArrayList<>();
    int number = 0;
    for (SkillCommands.Planned each : planned) {
      String kind = each.kind().name().toLowerCase(Locale.ROOT);
      boolean ran =
          each.obstacle().isEmpty()
              && number < Math.min(first.results().size(), second.results().size());
      if (!ran) {
        String why = each.obstacle().isEmpty() ? "the time for this was over" : each.obstacle();
        observed.add(
            new EvidenceCard.Observed(
                kind, EvidenceLimits.text(each.what()), "not run", 0, false, 0, why));
        continue;
      }
      CommandResult one = first.results().get(number);
      CommandResult two = second.results().get(number);
      number++;
      observed.add(
          new EvidenceCard.Observed(
              kind,
              EvidenceLimits.text(each.what()),
              outcome(one),
              one.shellCode(),
              one.shellCode() == two.shellCode() && one.stdout().text().equals(two.stdout().text()),
              one.took().toMillis(),
              end(one.succeeded() ? one.stdout().text() : one.stderr().text())));
    }
    return observed;
  }

  private static String outcome(CommandResult result) {
    if (result.outcome() instanceof Outcome.TimedOut) {
      return "timed out";
    }
    return result.succeeded() ? "ran" : result.shellCode() == NOT_FOUND ? "not run" : "failed";
  }

  private String end(String text) {
    String plain = withoutSecrets.apply(text).strip();
    return EvidenceLimits.text(plain.substring(Math.max(0, plain.length() - MOST_SAID)));
  }

  /// Returns input files that the skill brings, under plain names.
  private static List<TaskFile> samples(CandidateSkill skill, List<TaskFile> texts) {
    List<TaskFile> samples = new ArrayList<>();
    Set<String> names = new HashSet<>();
    List<TaskFile> all = new ArrayList<>(skill.evalFiles());
    texts.stream().filter(file -> SAMPLE.matcher(file.name()).find()).forEach(all::add);
    for (TaskFile file : all) {
      String name = file.name().substring(file.name().lastIndexOf('/') + 1);
      if (samples.size() < MOST_SAMPLES && SAFE.matcher(name).matches() && names.add(name)) {
        samples.add(new TaskFile(name, file.base64()));
      }
    }
    return samples;
  }

  private static List<String> faults(EvalReview review) {
    List<String> faults = new ArrayList<>();
    for (EvalReview.Reviewed each : review.evals()) {
      for (EvalReview.Fault fault : each.faults()) {
        faults.add(
            EvidenceLimits.text(
                "%s breaks the rule \"%s\": %s Better: %s"
                    .formatted(each.eval().id(), fault.rule(), fault.message(), fault.example())));
      }
    }
    return EvidenceLimits.items(faults);
  }

  /// Lists the findings of the scan that the sandbox confirmed.
  private static List<String> joined(
      List<Finding> findings,
      Set<String> hosts,
      List<String> changed,
      List<EvidenceCard.KeyRead> keys,
      Set<String> ran) {
    List<String> sentences = new ArrayList<>(changed);
    List<String> files = new ArrayList<>(changed);
    keys.forEach(key -> files.add(key.sentence()));
    ConfirmedFindings.of(findings, new ConfirmedFindings.Behaviour(hosts, files, ran))
        .forEach(each -> sentences.add(each.sentence()));
    return EvidenceLimits.items(sentences);
  }

  /// Returns the files of the skill that a command ran.
  private static Set<String> ran(List<EvidenceCard.Observed> observed, List<TaskFile> texts) {
    Set<String> ran = new TreeSet<>();
    for (EvidenceCard.Observed each : observed) {
      boolean executed = each.kind().equals("runs") || each.kind().equals("helps");
      if (executed && each.outcome().equals("ran")) {
        texts.stream().map(TaskFile::name).filter(each.what()::contains).forEach(ran::add);
      }
    }
    return ran;
  }

  private static List<String> unproved(List<EvidenceCard.Observed> observed, boolean keysLaid) {
    List<String> unproved = new ArrayList<>();
    if (!keysLaid) {
      unproved.add("whether it reads keys of the user: what is read cannot be recorded here");
    }
    unproved.add(
        "whether agents choose the skill and what they complete with it: no tasks led to a"
            + " verdict");
    for (EvidenceCard.Observed each : observed) {
      if (!each.outcome().equals("ran")) {
        unproved.add("%s %s: %s".formatted(each.what(), each.outcome(), each.said()).strip());
      }
    }
    return EvidenceLimits.items(unproved);
  }
}
