package dev.assay.examination;

import dev.assay.configuration.StartSettings;
import dev.assay.agent.ModelCheck;
import dev.assay.configuration.ModelCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.home.Home;
import dev.assay.wiring.ModelWiring;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Tries the model that a server started here would use, without starting one.
public final class ModelExamination {
  private ModelExamination() {}

  /// What was found about one model.
  ///
  /// @param roles what it is configured for
  /// @param abilities what it can do, by ability
  /// @param remedy empty if all is well
  public record Result(
      String model,
      List<String> roles,
      boolean usable,
      Map<String, String> abilities,
      String finding,
      String remedy) {}

  /// @throws dev.assay.skill.AssayException with `CONFIGURATION_INVALID` and everything that is
  ///   wrong
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
