package dev.assay.validation.dependency;

import dev.assay.contents.PythonEnvironment;
import dev.assay.packages.PackageDoor;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The resolvers of all package tools, each with throw-away sandboxes of its own. All their
/// commands share one time limit.
public final class PackageResolvers {
  private final Optional<PipResolver> pip;
  private final NpmResolver npm;
  private final AptResolver apt;
  private final NpmTree before;

  /// @param port the port in the sandbox that leads to the door
  public record Indexes(PackageDoor door, int port) {
    Map<String, String> variables() {
      return door.variables(port);
    }
  }

  /// @param pip the command that runs the base's pip
  public record Python(PythonEnvironment environment, List<String> pip) {
    public Python {
      pip = List.copyOf(pip);
    }
  }

  /// @param image the image from which the sandboxes start
  /// @param carried the folders in the sandbox with Python packages that the skill carries
  /// @param work a folder on the server for the files of packages
  public record Files(Inventory image, List<String> carried, Path work) {}

  public PackageResolvers(
      Workbenches benches,
      Indexes indexes,
      RuntimeEnvironment place,
      Optional<Python> python,
      Files files,
      Duration time) {
    TimedCommands commands = new TimedCommands(time);
    this.pip =
        python.map(
            found ->
                new PipResolver(
                    commands,
                    benches,
                    found.environment(),
                    new PipResolver.Sources(
                        indexes.door(),
                        indexes.variables(),
                        files.image(),
                        found.pip(),
                        files.carried(),
                        files.work())));
    this.npm =
        new NpmResolver(
            commands,
            benches,
            place,
            new NpmResolver.Sources(indexes.door(), indexes.variables(), files.work()));
    this.apt =
        new AptResolver(
            commands,
            benches,
            new AptResolver.Sources(indexes.door(), indexes.port(), files.work()));
    this.before = NpmTree.of(files.image().files(), place);
  }

  /// @param packages the packages in the ecosystem's own spelling
  public Resolution resolve(Ecosystem ecosystem, List<String> packages) {
    return switch (ecosystem) {
      case PIP -> pip.orElseThrow().resolve(packages);
      case NPM -> npm.resolve(packages, before);
      case SYSTEM -> apt.resolve(packages);
    };
  }
}
