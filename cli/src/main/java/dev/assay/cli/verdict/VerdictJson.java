package dev.assay.cli.verdict;

import dev.assay.cli.connection.WireAnswers;
import dev.assay.cli.terminal.JsonText;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes the result as JSON for programs.
public final class VerdictJson {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private VerdictJson() {}

  public static String of(ValidatedSkill subject, VerdictEnding ending) {
    ObjectNode answer = JSON.createObjectNode();
    answer.put("outcome", ending.word());
    answer.put("name", subject.name());
    if (subject.skill().version() > 0) {
      answer.put("version", subject.skill().version());
    }
    if (!subject.id().isEmpty()) {
      answer.put("skill_id", subject.id());
    }
    subject.run().ifPresent(run -> answer.put("run_id", run));
    subject.server().ifPresent(server -> answer.put("server", server.toString()));
    switch (ending) {
      case VerdictEnding.Passed(var result) -> answer.set("result", WireAnswers.tree(result));
      case VerdictEnding.Failed(var result) -> answer.set("result", WireAnswers.tree(result));
      case VerdictEnding.Held(var result) -> answer.set("result", WireAnswers.tree(result));
      case VerdictEnding.Refused refused -> {
        answer.put("code", refused.code());
        answer.put("reason", refused.message());
        ArrayNode errors = answer.putArray("errors");
        refused.errors().forEach(errors::add);
      }
      case VerdictEnding.Inconclusive inconclusive -> {
        answer.put("reason", inconclusive.reason());
        answer.put("remedy", inconclusive.remedy());
      }
      case VerdictEnding.Begun _ -> {}
    }
    return JsonText.of(answer);
  }
}
