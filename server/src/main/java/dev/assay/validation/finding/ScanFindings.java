package dev.assay.validation.finding;

import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import dev.assay.skill.task.Activation;
import dev.assay.validation.evidence.ResultFinding;
import dev.assay.validation.evidence.ResultFinding.Code;
import dev.assay.validation.evidence.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The findings of the static scan that trials confirm: attempts to influence the grade, and
/// behaviour that the code announced.
///
/// @param tries the trials in which the skill was used
record ScanFindings(String skill, List<Finding> scan, List<Trial> tries) {
  private static final String JUDGE = "scan.judge-manipulation";

  List<ResultFinding> all() {
    List<ResultFinding> found = new ArrayList<>();
    scan.stream()
        .filter(each -> each.code().equals(JUDGE))
        .findFirst()
        .ifPresent(each -> found.add(finding(Code.SPEAKS_TO_JUDGE, each, judged(each))));
    ConfirmedFindings.of(scan, behaviour()).stream()
        .filter(each -> !each.finding().code().equals(JUDGE))
        .filter(each -> each.finding().severity() == Severity.WARNING)
        .forEach(
            each -> found.add(finding(Code.SEEN_AT_WORK, each.finding(), each.sentence() + ".")));
    return found;
  }

  private String judged(Finding finding) {
    Optional<Integer> best =
        tries.stream().flatMap(each -> each.score().stream()).max(Integer::compare);
    return "It tells whoever scores it what to give (%s:%d). Judges are shown results and not the skill's text%s."
        .formatted(
            finding.file(),
            finding.line(),
            best.map(score -> ", and gave " + score + " of 5 at most").orElse(""));
  }

  private ConfirmedFindings.Behaviour behaviour() {
    Set<String> hosts = new TreeSet<>();
    List<String> changes = new ArrayList<>();
    Set<String> ran = new TreeSet<>();
    for (Trial each : tries) {
      hosts.addAll(each.done().destinations());
      hosts.addAll(each.done().attempts());
      changes.addAll(each.done().harm());
      for (Activation used : each.done().activations()) {
        if (used.skill().text().equals(skill) && used.use() == Activation.Use.EXECUTED) {
          scan.stream()
              .map(Finding::file)
              .filter(file -> ends(used.place(), file))
              .forEach(ran::add);
        }
      }
    }
    return new ConfirmedFindings.Behaviour(hosts, changes, ran);
  }

  private static boolean ends(String place, String file) {
    return !file.isEmpty() && (place.equals(file) || place.endsWith("/" + file));
  }

  private ResultFinding finding(Code code, Finding finding, String message) {
    Set<String> where = new TreeSet<>();
    tries.forEach(
        each ->
            where.add(each.task() + (each.phase() == Trial.Phase.ONLINE ? " online" : " offline")));
    return new ResultFinding(
        code,
        Severity.WARNING,
        message,
        finding.file(),
        finding.line(),
        List.copyOf(where),
        finding.excerpt(),
        finding.hint(),
        "assay check " + skill);
  }
}
