package dev.assay.cli.connection;

import dev.assay.configuration.ServeOptions;
import dev.assay.home.Home;
import dev.assay.home.PrivateLock;
import dev.assay.home.ServerFile;
import dev.assay.skill.AssayException;
import dev.assay.start.AssayServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// The life of a private server in its own process. It starts and reports to the command that
/// started it. It ends after a time without commands and work, when its home is removed, or with
/// the command that started it.
public final class PrivateService {
  private static final Duration LOOK = Duration.ofMillis(500);

  private final ServeOptions options;
  private final ProcessHandle starter;
  private final PrivateServer.Staying staying;
  private final AtomicBoolean ready = new AtomicBoolean();

  public PrivateService(
      Home home,
      Path workingDirectory,
      Map<String, String> environment,
      long starter,
      PrivateServer.Staying staying) {
    this.options =
        ServeOptions.ofPrivate(home, workingDirectory, environment, ServerProcess.build());
    this.starter = ProcessHandle.of(starter).orElseThrow();
    this.staying = staying;
  }

  /// Runs the server until it ends.
  public void run() throws InterruptedException {
    StartReport report = StartReport.begin();
    var _ = starter.onExit().thenRun(this::starterEnded);
    StartCache cache =
        staying == PrivateServer.Staying.SOME_MINUTES
            ? StartCache.ofThisProcess()
            : StartCache.notWanted();
    try (AssayServer server = AssayServer.start(options, report::phase)) {
      cache.note().ifPresent(report::note);
      ready.set(true);
      report.ready();
      // never closed: the lock is held until the process has ended
      live(server, PrivateLock.open(options.home()), cache);
    } catch (AssayException e) {
      report.failure(e);
      throw e;
    }
  }

  private void starterEnded() {
    if (!ready.get() || staying == PrivateServer.Staying.WITH_COMMAND) {
      System.exit(0);
    }
  }

  private void live(AssayServer server, PrivateLock lock, StartCache cache)
      throws InterruptedException {
    long lastUse = System.nanoTime();
    while (!server.awaitStop(LOOK)) {
      if (!isAnnounced()) {
        return;
      }
      Optional<PrivateLock.Held> alone = lock.alone();
      if (alone.isEmpty() || server.isWorking()) {
        lastUse = System.nanoTime();
      } else {
        cache.makeIfNeeded(); // while no command waits
      }
      Duration idle = Duration.ofNanos(System.nanoTime() - lastUse);
      if (alone.isPresent()
          && idle.compareTo(server.privateIdle()) >= 0
          && server.sinceLastRequest().compareTo(server.privateIdle()) >= 0) {
        return;
      }
      alone.ifPresent(PrivateLock.Held::close);
    }
  }

  /// Tests whether the home still names this server. A user may have removed the home.
  private boolean isAnnounced() {
    return ServerFile.find(options.home())
        .filter(file -> file.pid() == ProcessHandle.current().pid())
        .isPresent();
  }
}
