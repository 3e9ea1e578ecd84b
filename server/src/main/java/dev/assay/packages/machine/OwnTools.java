package dev.assay.packages.machine;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// The configuration of those tools of this machine that were asked.
///
/// @param environment the variables that the tools see
public record OwnTools(
    Found<PipSetup> pip,
    Found<NpmSetup> npm,
    Found<AptSetup> apt,
    Map<String, String> environment) {
  public OwnTools {
    environment = Map.copyOf(environment);
  }

  public enum Asked {
    YES,
    NO
  }

  /// Asks pip and npm in parallel; each takes about half a second.
  public static OwnTools read(Asked pip, Asked npm, Map<String, String> environment) {
    try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletableFuture<Found<NpmSetup>> second =
          CompletableFuture.supplyAsync(
              () -> npm == Asked.YES ? NpmSetup.read(environment) : unasked(), both);
      Found<PipSetup> first = pip == Asked.YES ? PipSetup.read(environment) : unasked();
      return new OwnTools(first, second.join(), AptSetup.read(Path.of("/etc/apt")), environment);
    }
  }

  private static <T> Found<T> unasked() {
    return new Found.Unknown<>("not asked");
  }

  /// Omits the environment, which may hold secrets.
  @Override
  public String toString() {
    return "own tools";
  }
}
