package dev.assay;

import dev.assay.home.Home;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What the command line tells a server that is to start.
public record ServeOptions(
    Home home,
    Path workingDirectory,
    Optional<Path> configuration,
    Optional<Integer> port,
    Map<String, String> environment) {

  @Override
  public String toString() {
    return "ServeOptions[home=" + home.path() + "]"; // the environment holds secrets
  }
}
