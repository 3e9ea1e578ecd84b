package dev.assay.validation.finding;

import dev.assay.skill.Severity;
import dev.assay.skill.task.Activation;
import dev.assay.skill.task.Judgement;
import dev.assay.validation.evidence.CommandFailure;
import dev.assay.validation.evidence.Grade;
import dev.assay.validation.evidence.ResultFinding;
import dev.assay.validation.evidence.ResultFinding.Code;
import dev.assay.validation.evidence.Trial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The findings from failed tasks: commands that failed, skills that were not chosen, and
/// requirements that were missed.
final class TrialFindings {
  private static final int MOST_MISSED = 5;

  private final String skill;
  private final Severity severity;
  private final CommandWords words;
  private final List<Trial> judged;

  /// @param severity the severity of a failure that kept a task from being done
  TrialFindings(String skill, Severity severity, CommandWords words, List<Trial> trials) {
    this.skill = skill;
    this.severity = severity;
    this.words = words;
    judged =
        trials.stream()
            .filter(each -> each.arm() == Trial.Arm.WITH && each.grade().isPresent())
            .toList();
  }

  List<ResultFinding> all() {
    List<ResultFinding> found = new ArrayList<>(commands());
    notChosen().ifPresent(found::add);
    outOfBudget().ifPresent(found::add);
    found.addAll(missed());
    return found;
  }

  /// Returns one finding for each place and message, those of the most tasks first.
  private List<ResultFinding> commands() {
    Map<String, Seen> byPlace = new LinkedHashMap<>();
    for (Trial trial : judged) {
      for (CommandFailure failure : telling(trial)) {
        String key = failure.kind() + " " + failure.place() + " " + failure.message();
        byPlace
            .computeIfAbsent(key, _ -> new Seen(failure, new LinkedHashSet<>(), new TreeSet<>()))
            .add(trial);
      }
    }
    return byPlace.values().stream()
        .sorted((one, other) -> other.where().size() - one.where().size())
        .map(this::finding)
        .toList();
  }

  private record Seen(CommandFailure failure, Set<String> where, Set<String> undone) {
    void add(Trial trial) {
      where.add(TrialFindings.where(trial));
      if (!trial.completed()) {
        undone.add(trial.task());
      }
    }
  }

  /// Returns the telling failures of a trial. These are the failures of the skill's own files. If
  /// there are none and the task was not done although the skill was used, they are failures
  /// outside any skill.
  private List<CommandFailure> telling(Trial trial) {
    List<CommandFailure> own =
        trial.done().failures().stream().filter(each -> each.skill().equals(skill)).toList();
    boolean others = own.isEmpty() && !trial.completed() && trial.activated(skill);
    return others
        ? trial.done().failures().stream().filter(each -> each.skill().isEmpty()).toList()
        : own;
  }

  private ResultFinding finding(Seen seen) {
    CommandFailure failure = seen.failure();
    boolean own = failure.skill().equals(skill);
    boolean harmless = seen.undone().isEmpty();
    return new ResultFinding(
        CommandWords.code(failure.kind()),
        harmless ? Severity.NOTE : own ? severity : Severity.WARNING,
        CommandWords.message(failure) + (harmless ? " The tasks were done all the same." : ""),
        own ? failure.file() : "",
        own ? failure.line() : 0,
        List.copyOf(seen.where()),
        failure.excerpt(),
        CommandWords.hint(failure),
        words.repeat(failure));
  }

  private Optional<ResultFinding> notChosen() {
    Map<String, Set<String>> instead = new TreeMap<>();
    List<String> where = new ArrayList<>();
    for (Trial trial : judged) {
      if (!trial.activated(skill)) {
        where.add(where(trial));
        for (Activation each : trial.done().activations()) {
          instead.computeIfAbsent(each.skill().text(), _ -> new TreeSet<>()).add(trial.task());
        }
      }
    }
    if (where.isEmpty()) {
      return Optional.empty();
    }
    List<String> others = new ArrayList<>();
    instead.forEach((name, tasks) -> others.add(name + " (" + String.join(", ", tasks) + ")"));
    return Optional.of(
        finding(
            Code.NOT_CHOSEN,
            severity,
            "It was not chosen in %d of %d tries; %s."
                .formatted(
                    where.size(),
                    judged.size(),
                    others.isEmpty()
                        ? "no skill was used instead"
                        : "used instead: " + String.join(", ", others)),
            where,
            "Let its description say what it does and when to use it, in the words people ask with."));
  }

  private Optional<ResultFinding> outOfBudget() {
    List<Trial> over = judged.stream().filter(each -> each.done().gaveUp()).toList();
    return over.isEmpty()
        ? Optional.empty()
        : Optional.of(
            finding(
                Code.OUT_OF_BUDGET,
                severity,
                "The agent came to no answer within its limits ("
                    + over.getFirst().done().ending()
                    + ").",
                over.stream().map(TrialFindings::where).toList(),
                "Make its instructions shorter and its commands quicker, and let them say what is"
                    + " wrong when they fail."));
  }

  private List<ResultFinding> missed() {
    Map<String, List<String>> byText = new LinkedHashMap<>();
    Map<String, String> reasons = new LinkedHashMap<>();
    for (Trial trial : judged) {
      Optional<Judgement> judgement = trial.grade().flatMap(Grade::judgement);
      if (!trial.completed() && judgement.isPresent()) {
        for (String text : judgement.get().requirementsMissed()) {
          byText.computeIfAbsent(text, _ -> new ArrayList<>()).add(where(trial));
          reasons.putIfAbsent(text, judgement.get().reason());
        }
      }
    }
    return byText.entrySet().stream()
        .limit(MOST_MISSED)
        .map(
            each ->
                new ResultFinding(
                    Code.REQUIREMENT_MISSED,
                    severity,
                    "Missed: " + each.getKey(),
                    "",
                    0,
                    each.getValue(),
                    reasons.getOrDefault(each.getKey(), ""),
                    "Let SKILL.md or its scripts see to it.",
                    words.again()))
        .toList();
  }

  private ResultFinding finding(
      Code code, Severity how, String message, List<String> where, String hint) {
    return new ResultFinding(code, how, message, "", 0, where, "", hint, words.again());
  }

  private static String where(Trial trial) {
    return trial.task() + (trial.phase() == Trial.Phase.ONLINE ? " online" : " offline");
  }
}
