package dev.assay.configuration;

import dev.assay.home.Home;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The options that the command line passes to a server.
///
/// @param privateBuild the build of Assay that starts a private server
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

  /// Returns the options of a private server: a free port and the settings that its commands would
  /// use.
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
