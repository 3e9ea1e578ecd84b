package dev.assay.agent.rehearsal;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.ModelFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// Judges by checks of the expected result against the products. It reads no claims, so no text of
/// a skill or an agent can influence it.
public final class RehearsedJudge {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern MISSING =
      Pattern.compile(
          "No module named '?([\\w.]+)|([\\w./-]+): (?:command )?not found|Cannot find module '([^']+)'");
  private static final int POOR = 2;

  private RehearsedJudge() {}

  /// The answer in the judge's shape.
  ///
  /// @throws ModelFailure if nothing about the task can be checked by rules
  public static String answer(List<PromptSection> parts) {
    ProducedText evidence = ProducedText.in(parts);
    List<Check> checks = checks(parts);
    if (checks.stream().noneMatch(Check::substantial)) {
      throw new ModelFailure(
          ErrorCode.MODEL_REFUSED,
          "The rehearsal cannot judge this task: nothing it expects can be checked by rules. Add"
              + " evals with checkable expectations, or configure a model.");
    }
    List<String> met = new ArrayList<>();
    List<String> missed = new ArrayList<>();
    int proved = 0;
    int failed = 0;
    for (Check check : checks) {
      boolean holds = check.met(evidence);
      (holds ? met : missed).add(check.words());
      proved += holds && check.substantial() ? 1 : 0;
      failed += !holds && check.substantial() ? 1 : 0;
    }
    int score = Math.min(score(met.size(), missed.size()), score(proved, failed));
    Optional<ProducedText.Run> last = evidence.last();
    boolean exitExpected = checks.stream().anyMatch(check -> Expectations.aboutExit(check.words()));
    if (last.isEmpty()) {
      missed.add("something is done: no command was run");
    } else if (last.get().exitCode() != 0 && !exitExpected) {
      missed.add(
          "the work ends without an error: the last command ended with exit code "
              + last.get().exitCode());
      score = Math.min(score, POOR);
    }
    return json(met, missed, score, evidence);
  }

  private static List<Check> checks(List<PromptSection> parts) {
    String task = PromptSection.text(parts, "task");
    List<Check> checks = new ArrayList<>();
    PromptSection.text(parts, "expectations")
        .lines()
        .filter(line -> !line.isBlank())
        .forEach(line -> checks.addAll(Expectations.of(line.strip(), task)));
    if (checks.stream().noneMatch(Check::substantial)) {
      checks.addAll(Expectations.ofResult(PromptSection.text(parts, "expected result"), task));
    }
    return checks;
  }

  private static int score(int met, int missed) {
    if (met == 0) {
      return 1;
    }
    double share = (double) met / (met + missed);
    return missed == 0 ? 5 : share >= 0.75 ? 4 : share >= 0.5 ? 3 : 2;
  }

  private static String json(
      List<String> met, List<String> missed, int score, ProducedText evidence) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(
        "analysis",
        "Rehearsal: "
            + (met.size() + missed.size())
            + " requirements were checked by rules against "
            + evidence.runs().size()
            + " commands and "
            + evidence.files().size()
            + " files.");
    fields.put("requirements_met", met);
    fields.put("requirements_missed", missed);
    fields.put("score", score);
    fields.put(
        "reason",
        "Rehearsal: "
            + met.size()
            + " of "
            + (met.size() + missed.size())
            + " requirements are met. "
            + seen(evidence));
    return JSON.writeValueAsString(fields);
  }

  private static String seen(ProducedText evidence) {
    if (evidence.runs().isEmpty()) {
      return "No command was run.";
    }
    ProducedText.Run last = evidence.runs().getLast();
    String text = "The last command ended with exit code " + last.exitCode() + ".";
    if (last.exitCode() == 0) {
      return text;
    }
    Matcher missing = MISSING.matcher(last.stderr() + "\n" + last.stdout());
    if (missing.find()) {
      return text + " Something is not installed: " + missing.group() + ".";
    }
    String output = last.stderr().isBlank() ? last.stdout() : last.stderr();
    List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
    return lines.isEmpty() ? text : text + " It said: " + lines.getLast().strip();
  }
}
