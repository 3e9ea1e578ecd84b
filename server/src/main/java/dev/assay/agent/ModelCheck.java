package dev.assay.agent;

import dev.assay.agent.openai.OpenAiModel;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.model.ToolDescription;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Tries the configured models with one tiny question each and says in words what is wrong.
public final class ModelCheck {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ToolDescription TOOL =
      new ToolDescription(
          "report",
          "Reports a word.",
          """
          {"type": "object", "required": ["word"], "additionalProperties": false,
           "properties": {"word": {"type": "string"}}}
          """);

  private ModelCheck() {}

  /// What was found about one model.
  ///
  /// @param remedy what to do; empty if all is well
  public record Result(String model, boolean usable, String finding, String remedy) {}

  /// One result for each model that has a name of its own.
  public static List<Result> check(ModelSettings settings) {
    if (settings.mode() == ModelSettings.Mode.REHEARSAL) {
      return List.of(
          new Result("none", true, "assay.model.mode is rehearsal: rules take its place", ""));
    }
    if (!settings.isConfigured()) {
      return List.of(
          new Result(
              "none",
              false,
              "not configured",
              "Set assay.model.base-url and assay.model.name, and assay.model.key if it needs one."));
    }
    Set<String> tried = new LinkedHashSet<>();
    HttpClient http = Models.client();
    try {
      return java.util.Arrays.stream(ModelSettings.Role.values())
          .filter(role -> tried.add(settings.name(role)))
          .map(role -> tryOut(new OpenAiModel(Models.endpoint(settings, role), http)))
          .toList();
    } finally {
      http.shutdownNow();
    }
  }

  private static Result tryOut(ChatModel model) {
    ChatRequest question =
        new ChatRequest(
            Purpose.EXECUTE,
            List.of(new Message.Request("Use the tool report once, with the word assay.")),
            List.of(TOOL),
            Optional.empty(),
            PATIENCE);
    try {
      ChatAnswer answer = model.ask(question, TextListener.silent());
      boolean tools =
          answer.reply().calls().stream().anyMatch(call -> call.tool().equals("report"));
      String tokens = answer.usage().total() == 0 ? "; it counts no tokens" : "";
      return tools
          ? new Result(model.name(), true, "answers and uses tools" + tokens, "")
          : new Result(
              model.name(),
              false,
              "answers, but did not use the tool it was asked to use",
              "Choose a model that can call tools, or switch tool calling on at its server.");
    } catch (ModelFailure failure) {
      return new Result(model.name(), false, failure.reason(), remedy(failure));
    }
  }

  private static String remedy(ModelFailure failure) {
    return switch (String.valueOf(failure.details().get("cause"))) {
      case "unknown_host", "connection_refused" ->
          "Check assay.model.base-url, the network, and that the server runs.";
      case "tls" -> "Use an address whose certificate this machine trusts.";
      case "key" -> "Set assay.model.key to a key this server accepts.";
      case "not_found" -> "Check the path of assay.model.base-url and the model's name.";
      case "not_the_protocol" ->
          "Point assay.model.base-url at a server that speaks OpenAI's chat protocol with"
              + " streaming; most addresses end with /v1.";
      case "rate_limit" -> "Wait, or raise the limit at the provider.";
      case "timeout" -> "Check that the server is not overloaded.";
      default -> "Check the server's own log.";
    };
  }
}
