package dev.assay.examination;

import dev.assay.configuration.Settings;
import dev.assay.configuration.StartSettings;
import dev.assay.home.Home;
import dev.assay.packages.LookUps;
import dev.assay.wiring.PackageWiring;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Looks up a package in every index that a server would use here, without starting a server.
public final class PackageExamination {
  private PackageExamination() {}

  /// The findings about one index.
  ///
  /// @param tool the tool that asks the index: `pip`, `npm` or `apt`
  /// @param address the address of the index, without user and password; empty if there is none
  /// @param from the place where the address is configured
  /// @param remedy the remedy; empty if all is well
  public record Result(
      String tool, String address, String from, String finding, String remedy, Duration took) {}

  /// @throws dev.assay.skill.AssayException with `CONFIGURATION_INVALID` and all problems of the
  ///   settings
  public static List<Result> run(
      Home home, Path workingDirectory, Map<String, String> environment) {
    Settings settings = StartSettings.read(home, workingDirectory, environment);
    return LookUps.run(PackageWiring.read(settings), environment).stream()
        .map(
            found ->
                new Result(
                    found.tool(),
                    found.address(),
                    found.from(),
                    found.finding(),
                    found.remedy(),
                    found.took()))
        .toList();
  }
}
