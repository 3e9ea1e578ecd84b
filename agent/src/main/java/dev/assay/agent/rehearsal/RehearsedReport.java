package dev.assay.agent.rehearsal;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Writes assessment and report from the data alone.
public final class RehearsedReport {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final BigDecimal GOOD = new BigDecimal(70);
  private static final int LONGEST = 400;

  private final JsonNode result;

  public RehearsedReport(List<PromptSection> parts) {
    result = JSON.readTree(PromptSection.text(parts, "result"));
  }

  public String assessment() {
    List<String> strengths = new ArrayList<>();
    List<String> weaknesses = new ArrayList<>();
    List<String> recommendations = new ArrayList<>();
    boolean failed = result.path("outcome").asString("").equals("failed");
    causes(weaknesses, recommendations);
    weigh(
        "completion_score",
        "The tasks were completed",
        "Tasks were not completed",
        "Check the commands that failed and repair what they ran.",
        strengths,
        weaknesses,
        recommendations);
    weigh(
        "trigger_score",
        "The skill was chosen when it was needed",
        "The skill was not chosen when it was needed",
        "Say in the description what the skill does and when to use it, in the words users use.",
        strengths,
        weaknesses,
        recommendations);
    weigh(
        "offline_score",
        "No network is needed",
        "The network was tried while it was blocked",
        "Leave out network access, or say why it is needed.",
        strengths,
        weaknesses,
        recommendations);
    if (failed || strengths.isEmpty()) {
      strengths.clear();
      strengths.add("Its format was accepted; nothing more can be said for it.");
    }
    if (recommendations.isEmpty()) {
      recommendations.add("Configure a model: a rehearsal checks by rules only.");
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("strengths", strengths);
    fields.put("weaknesses", weaknesses.stream().distinct().limit(2).toList());
    fields.put("recommendations", recommendations.stream().distinct().limit(3).toList());
    fields.put("summary", "Rehearsal, without a model: " + summary(failed, weaknesses));
    return JSON.writeValueAsString(fields);
  }

  private static String summary(boolean failed, List<String> weaknesses) {
    if (weaknesses.isEmpty()) {
      return failed ? "it failed." : "no weakness was found.";
    }
    return (failed ? "it failed. " : "") + cut(weaknesses.getFirst());
  }

  /// Adds the causes of a failure from the findings of the result.
  private void causes(List<String> weaknesses, List<String> recommendations) {
    for (JsonNode finding : result.path("findings")) {
      if (finding.path("severity").asString("").equals("error")) {
        weaknesses.add(cut(line(finding.path("message"))));
        String hint = finding.path("hint").asString("");
        if (!hint.isEmpty()) {
          recommendations.add(cut(hint));
        }
      }
    }
  }

  /// Cuts a text to the greatest length of an assessment's line.
  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  private void weigh(
      String key,
      String good,
      String bad,
      String advice,
      List<String> strengths,
      List<String> weaknesses,
      List<String> recommendations) {
    JsonNode score = result.findValue(key);
    if (score == null || !score.isNumber()) {
      return;
    }
    String shown = " (" + key + " " + score.asString() + ").";
    if (score.decimalValue().compareTo(GOOD) >= 0) {
      strengths.add(good + shown);
    } else {
      weaknesses.add(bad + shown);
      recommendations.add(advice);
    }
  }

  public String report() {
    StringBuilder text =
        new StringBuilder(
            "# Validation report\n\nWritten by rehearsal, without a model, from the data.\n");
    section(text, result, 2);
    return JSON.writeValueAsString(Map.of("markdown", text.toString()));
  }

  private static void section(StringBuilder text, JsonNode node, int level) {
    node.properties().stream()
        .filter(field -> !field.getValue().isContainer())
        .forEach(
            field ->
                text.append("* ")
                    .append(words(field.getKey()))
                    .append(": ")
                    .append(line(field.getValue()))
                    .append('\n'));
    node.properties().stream()
        .filter(field -> field.getValue().isContainer() && !field.getValue().isEmpty())
        .forEach(
            field -> {
              text.append('\n')
                  .append("#".repeat(Math.min(6, level)))
                  .append(' ')
                  .append(words(field.getKey()))
                  .append("\n\n");
              if (field.getValue().isObject()) {
                section(text, field.getValue(), level + 1);
              } else {
                field.getValue().forEach(each -> item(text, each, level));
              }
            });
  }

  private static void item(StringBuilder text, JsonNode node, int level) {
    if (node.isObject()) {
      section(text, node, level + 1);
      text.append('\n');
    } else {
      text.append("* ").append(line(node)).append('\n');
    }
  }

  private static String words(String key) {
    return key.replace('_', ' ');
  }

  private static String line(JsonNode value) {
    return (value.isString() ? value.asString() : value.toString()).replaceAll("\\s+", " ").strip();
  }
}
