package dev.assay.agent.rehearsal;

import dev.assay.agent.rehearsal.RehearsedExecutor.Move;
import dev.assay.skill.sandbox.Layout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Does the work of a project's agent by rules, with the project's tools: it chooses a skill by its
/// words, reads its instructions, runs the commands they show for such a request, and hands in the
/// result.
public final class RehearsedToolUser {
  /// The names of the tools that it needs.
  public static final String LOAD = "skills_load";

  public static final String RUN = "skills_run_cmd";
  public static final String SUBMIT = "submit_result";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST_OUTPUT = 4_000;

  private final AgentHistory conversation;

  public RehearsedToolUser(AgentHistory conversation) {
    this.conversation = conversation;
  }

  public Move next() {
    List<AgentHistory.Step> steps = conversation.steps();
    if (steps.isEmpty()) {
      return SkillChoice.from(conversation.skills(), conversation.prompt())
          .<Move>map(
              choice ->
                  use(
                      LOAD,
                      Map.of("skill_name", choice.name()),
                      "This skill fits best; " + choice.reason() + "."))
          .orElseGet(() -> submit("failed", "No skill in the list fits, so nothing was done."));
    }
    AgentHistory.Step last = steps.getLast();
    if (last.tool().equals(LOAD)) {
      return last.failed() ? submit("failed", "The skill could not be read.") : run(last);
    }
    if (last.tool().equals(RUN)) {
      return last.failed() ? retried(steps) : done(last);
    }
    return new Move.Finish("Rehearsal, without a model. The result was handed in.");
  }

  private Move run(AgentHistory.Step load) {
    String document = result(load).path("content").asString("");
    List<DocumentedCommands.Recipe> recipes = DocumentedCommands.recipes(document);
    if (recipes.isEmpty()) {
      return submit("failed", "The skill shows no command that could be run.");
    }
    Request wanted = new Request(conversation.prompt(), List.of());
    List<String> commands =
        new Adaptation(wanted, ".", List.of())
            .of(DocumentedCommands.choose(recipes, conversation.prompt()).commands());
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("skill_name", JSON.readTree(load.arguments()).path("skill_name").asString());
    arguments.put("command", String.join(" && ", commands).replace(Layout.INTERMEDIATE + "/", ""));
    wanted
        .wantedFile()
        .map(file -> file.replace(Layout.INTERMEDIATE + "/", ""))
        .filter(file -> !file.startsWith("/"))
        .ifPresent(file -> arguments.put("outputs", List.of(Map.of("path", file))));
    return use(RUN, arguments, "The skill shows this command.");
  }

  /// Retries once with the same arguments, because the platform may have failed, and then gives up.
  private static Move retried(List<AgentHistory.Step> steps) {
    AgentHistory.Step last = steps.getLast();
    long tried = steps.stream().filter(step -> step.tool().equals(RUN)).count();
    return tried < 2
        ? use(RUN, JSON.readTree(last.arguments()), "It failed; once more.")
        : submit("failed", "The command failed: " + shown(last));
  }

  private static Move done(AgentHistory.Step run) {
    return submit(
        "success",
        "I ran "
            + JSON.readTree(run.arguments()).path("command").asString()
            + "\nIt printed:\n"
            + shown(run));
  }

  private static String shown(AgentHistory.Step run) {
    JsonNode result = result(run);
    String text =
        result.path("stdout").asString("")
            + result.path("stderr").asString("")
            + result.path("error_message").asString("");
    return text.substring(0, Math.min(text.length(), LONGEST_OUTPUT)).strip();
  }

  private static JsonNode result(AgentHistory.Step step) {
    try {
      return JSON.readTree(PromptSection.text(step.parts(), "result"));
    } catch (JacksonException e) {
      return JSON.createObjectNode();
    }
  }

  private static Move submit(String status, String summary) {
    return use(
        SUBMIT,
        Map.of("status", status, "summary", "Rehearsal, without a model. " + summary),
        "This is the end.");
  }

  private static Move use(String tool, Object arguments, String thought) {
    return new Move.Use(tool, JSON.writeValueAsString(arguments), "Rehearsal: " + thought);
  }
}
