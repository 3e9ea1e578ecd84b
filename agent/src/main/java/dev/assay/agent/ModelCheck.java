package dev.assay.agent;

import dev.assay.agent.ModelSettings.Role;
import dev.assay.skill.model.ModelFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Tries the configured models with a few small questions each and describes their faults.
public final class ModelCheck {
  private ModelCheck() {}

  /// The finding about one model.
  ///
  /// @param roles its configured roles
  /// @param abilities its findings by ability; empty if it cannot be used
  /// @param remedy the advice to the operator; empty if all is well
  public record Result(
      String model,
      List<String> roles,
      boolean usable,
      Map<String, String> abilities,
      String finding,
      String remedy) {
    private Result(String model, boolean usable, String finding, String remedy) {
      this(model, List.of(), usable, Map.of(), finding, remedy);
    }
  }

  /// Tries each configured model and gives one result for each.
  ///
  /// @param contextTokens the configured size of their context windows
  public static List<Result> check(ModelSettings settings, int contextTokens) {
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
              "Set assay.model.base-url and assay.model.name, and assay.model.key if it needs"
                  + " one."));
    }
    Map<ModelService, List<String>> roles = new LinkedHashMap<>();
    for (Role role : Role.values()) {
      settings
          .find(role)
          .ifPresent(
              service -> roles.computeIfAbsent(service, _ -> new ArrayList<>()).add(role.word()));
    }
    for (ModelService each : settings.furtherExecutors()) {
      int number = 2 + settings.furtherExecutors().indexOf(each);
      roles.computeIfAbsent(each, _ -> new ArrayList<>()).add("execute-" + number);
    }
    try (ModelFactory factory = new ModelFactory(settings.tuning())) {
      return roles.entrySet().stream()
          .map(each -> tryOut(each.getKey(), each.getValue(), factory, contextTokens))
          .toList();
    }
  }

  private static Result tryOut(
      ModelService service, List<String> roles, ModelFactory factory, int contextTokens) {
    ModelTrial trial = new ModelTrial(factory.model(service));
    try {
      boolean tools = trial.usesTools();
      Map<String, String> abilities = new LinkedHashMap<>(trial.found());
      abilities.put("context", contextTokens + " (configured)");
      abilities.put("price", price(service.price()));
      return tools
          ? new Result(service.name(), roles, true, abilities, "answers and uses tools", "")
          : new Result(
              service.name(),
              roles,
              false,
              abilities,
              "answers, but did not use the tool it was asked to use",
              "Choose a model that can call tools, or switch tool calling on at its server.");
    } catch (ModelFailure failure) {
      return new Result(service.name(), roles, false, Map.of(), failure.reason(), remedy(failure));
    }
  }

  private static String price(ModelSettings.Price price) {
    return price.equals(ModelSettings.Price.NONE)
        ? "not configured"
        : "%s in, %s cached, %s cache writes, %s out"
            .formatted(
                price.input().toPlainString(),
                price.cached().toPlainString(),
                price.written().toPlainString(),
                price.output().toPlainString());
  }

  private static String remedy(ModelFailure failure) {
    return switch (failure.causeWord()) {
      case "unknown_host", "connection_refused" ->
          "Check assay.model.base-url, the network, and that the server runs.";
      case "tls" -> "Use an address whose certificate this machine trusts.";
      case "key" -> "Set assay.model.key to a key this server accepts.";
      case "not_found" -> "Check the path of assay.model.base-url and the model's name.";
      case "not_the_protocol" ->
          "Point assay.model.base-url at a server that speaks the protocol of"
              + " assay.model.provider; most addresses end with /v1.";
      case "quota" -> "Add credit at the provider, or use another key.";
      case "rate_limit" -> "Wait, or raise the limit at the provider.";
      case "timeout", "silence" -> "Check that the server is not overloaded.";
      default -> "Check the server's own log.";
    };
  }
}
