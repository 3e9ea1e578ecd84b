package dev.assay.wiring;

import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import org.springframework.context.SmartLifecycle;

/// Removes `server.json` as the first act of a stop, so that commands no longer find the server.
class ServerFileKeeper implements SmartLifecycle {
  private final Home home;
  private volatile boolean running;

  ServerFileKeeper(Home home) {
    this.home = home;
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    ServerFile.remove(home);
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /// Returns the phase in which this part starts last and stops first.
  @Override
  public int getPhase() {
    return Integer.MAX_VALUE;
  }
}
