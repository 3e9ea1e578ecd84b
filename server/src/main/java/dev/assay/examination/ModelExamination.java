package dev.assay.examination;

import dev.assay.agent.ModelCheck;
import dev.assay.configuration.ModelCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.configuration.StartSettings;
import dev.assay.home.Home;
import dev.assay.wiring.ModelWiring;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Tries the models that a server would use here, without starting a server.
public final class ModelExamination {
  private ModelExamination() {}

  /// The findings about one model.
  ///
  /// @param roles the roles that the model is configured for
  /// @param abilities the findings by ability
  /// @param remedy the remedy; empty if all is well
  public record Result(
      String model,
      List<String> roles,
      boolean usable,
      Map<String, String> abilities,
      String finding,
      String remedy) {}

  /// @throws dev.assay.skill.AssayException with `CONFIGURATION_INVALID` and all problems of the
  ///   settings
  public static List<Result> run(
      Home home, Path workingDirectory, Map<String, String> environment) {
    Settings settings = StartSettings.read(home, workingDirectory, environment);
    return ModelCheck.check(
            ModelWiring.read(settings), settings.value(ModelCatalogue.CONTEXT_TOKENS))
        .stream()
        .map(
            found ->
                new Result(
                    found.model(),
                    found.roles(),
                    found.usable(),
                    found.abilities(),
                    found.finding(),
                    found.remedy()))
        .toList();
  }
}
