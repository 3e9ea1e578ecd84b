package dev.assay.configuration;

import dev.assay.home.Home;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What the command line says to a server that is to start.
///
/// @param privateBuild of a private server: the build of Assay that starts it
public record ServeOptions(
    Home home,
    Path workingDirectory,
    Optional<Path> configuration,
    Optional<Integer> port,
    Map<String, String> environment,
    Optional<String> privateBuild) {

  public ServeOptions(
      Home home,
      Path workingDirectory,
      Optional<Path> configuration,
      Optional<Integer> port,
      Map<String, String> environment) {
    this(home, workingDirectory, configuration, port, environment, Optional.empty());
  }

  /// A server for the commands of one person: at a free port, with what they would set.
  public static ServeOptions ofPrivate(
      Home home, Path workingDirectory, Map<String, String> environment, String build) {
    return new ServeOptions(
        home, workingDirectory, Optional.empty(), Optional.of(0), environment, Optional.of(build));
  }

  @Override
  public String toString() {
    return "ServeOptions[home=" + home.path() + "]"; // the environment holds secrets
  }
}
