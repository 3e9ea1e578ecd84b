package dev.assay.cli.validate;

import dev.assay.cli.progress.RunStatus;
import dev.assay.cli.terminal.Table;
import dev.assay.cli.verdict.ExecutorTable;
import dev.assay.cli.verdict.FindingText;
import dev.assay.skill.Visible;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// The status of a skill and its validation, printed by `assay skills show`.
public final class SkillCard {
  private static final List<String> SCORES = List.of("completion", "trigger", "offline");

  private final JsonNode skill;
  private final JsonNode status;
  private final JsonNode result;

  private SkillCard(JsonNode skill, JsonNode status, JsonNode result) {
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
        run.isEmpty() ? MissingNode.getInstance() : skills.run(id, run).path("result"));
  }

  public JsonNode json() {
    ObjectNode all = JsonMapper.builder().build().createObjectNode();
    all.setAll((ObjectNode) skill);
    all.set("validation", status);
    if (result.isObject()) {
      all.set("result", result);
    }
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
    fact(text, "verdict", result.path("outcome").asString(""));
    FindingText.causes(result).forEach(each -> fact(text, "to fix", FindingText.brief(each)));
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
    JsonNode scores = status.path("scores");
    if (scores.isObject()) {
      SCORES.forEach(name -> fact(text, name, scores.path(name + "_score").asString("")));
      fact(
          text,
          "overall",
          scores.path("overall").asString("") + ", passes at " + scores.path("threshold"));
    }
    FindingText.notes(result).forEach(each -> fact(text, "to know", FindingText.brief(each)));
    for (JsonNode each : scores.path("executors")) {
      fact(
          text,
          "executor",
          "%s: %s%s"
              .formatted(
                  each.path("model").asString(""),
                  each.path("outcome").asString(""),
                  each.has("overall") ? ", overall " + each.path("overall").asString() : ""));
    }
    fact(
        text,
        "proved",
        ExecutorTable.summary(
            scores.path("executors"), scores.path("executor_policy").asString("all")));
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

  private static void fact(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append("%-13s ".formatted(name)).append(Visible.line(value, 500)).append('\n');
    }
  }
}
