package dev.assay.cli.validate;

import dev.assay.cli.connection.WireAnswers;
import dev.assay.cli.progress.RunStatus;
import dev.assay.cli.terminal.Table;
import dev.assay.cli.verdict.ExecutorTable;
import dev.assay.cli.verdict.FindingText;
import dev.assay.skill.Visible;
import dev.assay.wire.SkillScores;
import dev.assay.wire.Verdict;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The status of a skill and its validation, printed by `assay skills show`.
public final class SkillCard {
  private final JsonNode skill;
  private final JsonNode status;
  private final Optional<Verdict> result;

  private SkillCard(JsonNode skill, JsonNode status, Optional<Verdict> result) {
    this.skill = skill;
    this.status = status;
    this.result = result;
  }

  public static SkillCard load(RemoteSkills skills, String idOrName) {
    String id = skills.find(idOrName).path("skill_id").asString("");
    JsonNode skill = skills.load(id);
    String run = skill.path("run_id").asString("");
    return new SkillCard(
        skill,
        skills.status(id),
        run.isEmpty()
            ? Optional.empty()
            : WireAnswers.read(skills.run(id, run).path("result"), Verdict.class));
  }

  public JsonNode json() {
    ObjectNode all = JsonMapper.builder().build().createObjectNode();
    all.setAll((ObjectNode) skill);
    all.set("validation", status);
    result.ifPresent(found -> all.set("result", WireAnswers.tree(found)));
    return all;
  }

  public String text() {
    JsonNode own = skill.path("skill");
    StringBuilder text = new StringBuilder();
    fact(text, "name", own.path("name").asString("") + " version " + own.path("version"));
    fact(text, "description", own.path("description").asString(""));
    fact(text, "id", own.path("skill_id").asString(""));
    fact(text, "digest", own.path("digest").asString(""));
    fact(text, "state", own.path("state_words").asString(""));
    result.ifPresent(
        found -> {
          fact(text, "verdict", found.outcome());
          FindingText.causes(found).forEach(each -> fact(text, "to fix", FindingText.brief(each)));
        });
    if (status.path("rehearsal").asBoolean()) {
      fact(
          text,
          "rehearsal",
          skill.path("rehearsal_acknowledged").asBoolean()
              ? "rules were used instead of a model, and the reviewer acknowledged it"
              : "rules were used instead of a model");
    }
    fact(text, "environment", status.path("environment").asString(""));
    boolean leaving = status.path("run_kind").asString("").equals("removal");
    fact(
        text,
        leaving ? "not deleted" : "inconclusive",
        status.path("inconclusive_reason").asString(""));
    Optional<SkillScores> scores = WireAnswers.read(status.path("scores"), SkillScores.class);
    scores.ifPresent(
        found -> {
          fact(text, "completion", found.completionScore().toString());
          fact(text, "trigger", found.triggerScore().toString());
          fact(text, "offline", found.offlineScore().toString());
          fact(text, "overall", found.overall() + ", passes at " + found.threshold());
        });
    result.ifPresent(
        found ->
            FindingText.notes(found)
                .forEach(each -> fact(text, "to know", FindingText.brief(each))));
    scores.ifPresent(found -> executors(text, found));
    for (JsonNode each : skill.path("format").path("warnings")) {
      fact(text, "warning", each.path("message").asString(""));
    }
    for (JsonNode each : skill.path("findings")) {
      fact(
          text,
          "finding",
          each.path("code").asString("") + " " + each.path("message").asString(""));
    }
    RunStatus standing = RunStatus.of(status);
    if (!standing.steps().isEmpty()) {
      Table table = new Table("STEP", "STATE", "ATTEMPT", "REASON");
      standing
          .steps()
          .forEach(
              step ->
                  table.add(
                      step.name(),
                      step.state(),
                      String.valueOf(step.attempt()),
                      step.reason().orElse("")));
      text.append('\n').append(table);
    }
    return text.toString().stripTrailing();
  }

  private static void executors(StringBuilder text, SkillScores scores) {
    for (SkillScores.Model each : scores.executors()) {
      fact(
          text,
          "executor",
          "%s: %s%s"
              .formatted(
                  each.model(),
                  each.outcome(),
                  each.overall().map(overall -> ", overall " + overall).orElse("")));
    }
    fact(text, "proved", ExecutorTable.summary(scores));
  }

  private static void fact(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append("%-13s ".formatted(name)).append(Visible.line(value, 500)).append('\n');
    }
  }
}
