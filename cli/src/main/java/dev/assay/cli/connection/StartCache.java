package dev.assay.cli.connection;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The start cache of a server: an archive of loaded classes that the launcher names. If it is
/// missing or unusable, it is made in the background for the next start.
public final class StartCache {
  private enum State {
    NOT_WANTED,
    USED,
    MISSING,
    UNUSABLE
  }

  private final Path file;
  private final String script;
  private final State state;
  private boolean asked;

  private StartCache(Path file, String script, State state) {
    this.file = file;
    this.script = script;
    this.state = state;
  }

  static StartCache notWanted() {
    return new StartCache(Path.of(""), "", State.NOT_WANTED);
  }

  /// Reads the cache's file and script from the launcher's properties, unless no cache is wanted.
  public static StartCache ofThisProcess() {
    Path file = Path.of(System.getProperty("assay.start-cache", ""));
    String script = System.getProperty("assay.cache-script", "");
    State state =
        script.isEmpty()
            ? State.NOT_WANTED
            : Files.notExists(file)
                ? State.MISSING
                : System.getProperty("java.vm.info", "").contains("sharing")
                    ? State.USED
                    : State.UNUSABLE;
    return new StartCache(file, script, state);
  }

  /// Returns a note about the cache for a user who waits for the server.
  public Optional<String> note() {
    return switch (state) {
      case NOT_WANTED, USED -> Optional.empty();
      case MISSING ->
          Optional.of(
              "a start cache is made in the background, so that the next start is faster (once per"
                  + " build; ASSAY_NO_ARCHIVE=1 skips it)");
      case UNUSABLE ->
          Optional.of(
              "the start cache "
                  + file
                  + " does not fit this Java; it is made anew in the background");
    };
  }

  /// Starts to make the cache, at most once, in a process of low priority.
  public void makeIfNeeded() {
    if (asked || state == State.NOT_WANTED || state == State.USED) {
      return;
    }
    asked = true;
    Path jar = Path.of(System.getProperty("java.class.path")).toAbsolutePath();
    List<String> words =
        List.of(
            "setsid",
            "sh",
            script,
            System.getProperty("java.home"),
            String.valueOf(jar.getParent()),
            file.toString());
    try {
      new ProcessBuilder(words)
          .directory(file.toAbsolutePath().resolveSibling("").toFile())
          .redirectInput(Path.of("/dev/null").toFile())
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      System.err.println("assay: the start cache cannot be made: " + e.getMessage());
    }
  }
}
