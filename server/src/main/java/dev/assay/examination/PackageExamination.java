package dev.assay.examination;

import dev.assay.configuration.StartSettings;
import dev.assay.configuration.Settings;
import dev.assay.home.Home;
import dev.assay.packages.LookUps;
import dev.assay.wiring.PackageWiring;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Looks up a package in every index that a server started here would use, without starting one.
public final class PackageExamination {
  private PackageExamination() {}

  /// What was found about one index.
  ///
  /// @param tool `pip`, `npm` or `apt`
  /// @param address of the index, without user and password; empty if there is none
  /// @param from where the address is configured
  /// @param remedy empty if all is well
  public record Result(
      String tool, String address, String from, String finding, String remedy, Duration took) {}

  /// @throws dev.assay.skill.AssayException with `CONFIGURATION_INVALID` and everything that is
  ///   wrong
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
