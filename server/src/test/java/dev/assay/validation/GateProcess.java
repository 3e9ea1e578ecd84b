package dev.assay.validation;

import dev.assay.configuration.ServeOptions;
import dev.assay.home.Home;
import dev.assay.start.AssayServer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A server as a process of its own, to be killed.
final class GateProcess {
  private GateProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    Map<String, String> settings = new HashMap<>(System.getenv());
    // properties that select tests are no settings
    settings
        .keySet()
        .removeIf(name -> !name.startsWith("ASSAY_") || name.startsWith("ASSAY_CHECK_"));
    AssayServer.start(
            new ServeOptions(
                new Home(Path.of(arguments[0])),
                Path.of("target"),
                Optional.empty(),
                Optional.of(0),
                Map.copyOf(settings)))
        .awaitStop();
  }
}
