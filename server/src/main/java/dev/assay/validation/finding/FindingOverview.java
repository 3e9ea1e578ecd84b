package dev.assay.validation.finding;

import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import dev.assay.validation.decision.Reason;
import dev.assay.validation.decision.Ruling;
import dev.assay.validation.evidence.Inspection;
import dev.assay.validation.evidence.ResultFinding;
import dev.assay.validation.evidence.ResultFinding.Code;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.evidence.TrialList;
import dev.assay.validation.settings.ProofTerms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The list of problems and remedies that every view of a verdict shows, the likeliest cause first.
///
/// @param bare whether the skill runs without packages of its own
/// @param hosts the hosts that it declares
/// @param warnings the warnings for a reviewer
/// @param notReached the parts that the validation did not reach
/// @param inspection the inspection; empty if no model reads skills here
public record FindingOverview(
    String skill,
    Ruling verdict,
    TrialList trials,
    boolean bare,
    DeclaredHosts hosts,
    ProofTerms.UndeclaredNetwork network,
    List<String> warnings,
    List<String> notReached,
    List<Finding> scan,
    Optional<Inspection> inspection) {
  /// The reasons that findings about single tasks can explain.
  private static final Set<Reason.Code> OF_TASKS =
      Set.of(
          Reason.Code.ONLINE_VALIDATION_FAILED,
          Reason.Code.SCORE_TOO_LOW,
          Reason.Code.NO_LIFT,
          Reason.Code.OFFLINE_REQUIRED);

  public List<ResultFinding> all() {
    CommandWords words = new CommandWords(skill, bare);
    List<ResultFinding> found = new ArrayList<>();
    found.addAll(new TrialFindings(skill, ofTasks(), words, trials.all()).all());
    found.addAll(network(words));
    found.addAll(new ScanFindings(skill, scan, used(skill, trials)).all());
    inspection.ifPresent(read -> found.addAll(new InspectionFindings(skill, read).all()));
    switch (verdict) {
      case Ruling.Failed failed -> failed.reasons().forEach(each -> add(found, each, words));
      case Ruling.Held held ->
          held.reasons()
              .forEach(
                  each ->
                      found.add(
                          note(
                              Code.HELD,
                              Severity.WARNING,
                              each,
                              "A reviewer decides.",
                              "assay skills show " + skill)));
      case Ruling.Passed _, Ruling.Inconclusive _ -> {}
    }
    warnings.forEach(
        each -> found.add(note(Code.TO_KNOW, Severity.WARNING, each, "", words.again())));
    if (!notReached.isEmpty()) {
      found.add(
          note(
              Code.NOT_REACHED,
              Severity.NOTE,
              "Not reached: " + String.join(", ", notReached) + ".",
              "Mend what is above, then validate again.",
              words.again()));
    }
    return found.stream()
        .sorted(Comparator.comparing(ResultFinding::severity).thenComparing(ResultFinding::code))
        .toList();
  }

  private Severity ofTasks() {
    boolean explains =
        verdict instanceof Ruling.Failed failed
            && failed.reasons().stream().map(Reason::code).anyMatch(OF_TASKS::contains);
    return explains ? Severity.ERROR : Severity.WARNING;
  }

  /// Returns the undeclared places that the skill reached or tried to reach in its trials.
  public static List<String> undeclared(DeclaredHosts hosts, String skill, TrialList trials) {
    Set<String> places = new TreeSet<>();
    used(skill, trials).forEach(each -> places.addAll(places(each)));
    return hosts.undeclared(places);
  }

  private List<ResultFinding> network(CommandWords words) {
    List<String> undeclared = undeclared(hosts, skill, trials);
    if (undeclared.isEmpty()) {
      return List.of();
    }
    Set<String> where = new LinkedHashSet<>();
    for (Trial trial : used(skill, trials)) {
      if (!hosts.undeclared(places(trial)).isEmpty()) {
        where.add(trial.task() + (trial.phase() == Trial.Phase.ONLINE ? " online" : " offline"));
      }
    }
    return List.of(
        new ResultFinding(
            Code.NETWORK_UNDECLARED,
            network == ProofTerms.UndeclaredNetwork.FAIL ? Severity.ERROR : Severity.WARNING,
            "Reaches, or tries to reach, what it does not declare: "
                + String.join(", ", undeclared)
                + ".",
            "SKILL.md",
            0,
            List.copyOf(where),
            "",
            "Do without, or name the hosts in SKILL.md: metadata.network: \""
                + String.join(" ", undeclared)
                + "\".",
            words.again()));
  }

  private static List<Trial> used(String skill, TrialList trials) {
    return trials.all().stream()
        .filter(each -> each.arm() == Trial.Arm.WITH && each.activated(skill))
        .toList();
  }

  private static Set<String> places(Trial trial) {
    Set<String> places = new TreeSet<>(trial.done().attempts());
    places.addAll(trial.done().destinations());
    return places;
  }

  /// Adds a reason as a finding. Undeclared hosts are left out, because the findings of the trials
  /// already name them.
  private void add(List<ResultFinding> found, Reason reason, CommandWords words) {
    if (reason.code() != Reason.Code.NETWORK_UNDECLARED) {
      found.add(
          note(
              Code.valueOf(reason.code().name()),
              Severity.ERROR,
              reason.message(),
              ReasonHints.of(reason.code()),
              words.again()));
    }
  }

  private static ResultFinding note(
      Code code, Severity severity, String message, String hint, String command) {
    List<String> lines = message.lines().toList();
    return new ResultFinding(
        code,
        severity,
        lines.isEmpty() ? message : lines.getFirst(),
        "",
        0,
        List.of(),
        lines.size() > 1 ? String.join("\n", lines.subList(1, lines.size())) : "",
        hint,
        command);
  }
}
