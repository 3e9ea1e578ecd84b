package dev.assay.wiring;

import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.storage.Storage;
import dev.assay.storage.StorageIdentity;
import dev.assay.storage.StorageServers;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/// Watches whether a shared storage answers, and announces this server to the others that share it.
final class StorageWatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(StorageWatch.class);
  private static final long FRESH = TimeUnit.SECONDS.toNanos(2);

  private final Storage storage;
  private final StorageIdentity identity;
  private final StorageServers servers;
  private @Nullable Look last;
  private boolean away;

  StorageWatch(Storage storage, StorageIdentity identity, StorageServers servers) {
    this.storage = storage;
    this.identity = identity;
    this.servers = servers;
  }

  private record Look(long when, Optional<String> obstacle) {}

  /// Returns the reason why the storage cannot be used, at most two seconds old.
  synchronized Optional<String> findObstacle() {
    if (!storage.isShared()) {
      return Optional.empty();
    }
    Look known = last;
    if (known == null || System.nanoTime() - known.when() > FRESH) {
      known = new Look(System.nanoTime(), identity.findObstacle());
      last = known;
      report(known.obstacle());
    }
    return known.obstacle();
  }

  private void report(Optional<String> obstacle) {
    if (obstacle.isPresent() && !away) {
      log.error("{} Runs wait; what needs a file is refused.", sentence(obstacle.get()));
    } else if (obstacle.isEmpty() && away) {
      log.warn("The storage {} answers again; work goes on", storage.where());
    }
    away = obstacle.isPresent();
  }

  private static String sentence(String text) {
    return text.endsWith(".") ? text : text + ".";
  }

  @Scheduled(initialDelay = 5, fixedDelay = 10, timeUnit = TimeUnit.SECONDS)
  void look() {
    Optional<String> _ = findObstacle();
    try {
      servers.note();
    } catch (DataAccessException e) {
      log.debug("The database does not answer: {}", e.getMessage());
    }
  }

  /// @param place the place of the engine's provider; empty for an engine that makes sandboxes
  ///   itself
  static StorageServers.Sandboxes sandboxes(SandboxImage base, String place) {
    boolean machine = base.base().equals(SandboxImage.HOST) && place.isEmpty();
    return new StorageServers.Sandboxes(
        base.origin() + (place.isEmpty() ? "" : " at " + place),
        machine
            ? StorageServers.Portability.OF_ONE_MACHINE
            : StorageServers.Portability.SAME_EVERYWHERE);
  }

  @Override
  public void close() {
    try {
      servers.leave();
    } catch (DataAccessException e) {
      log.debug("The database does not answer: {}", e.getMessage());
    }
  }
}
