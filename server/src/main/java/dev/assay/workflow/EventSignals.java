package dev.assay.workflow;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Signals viewers on this server at once that something was written. Those on others poll now and
/// then.
final class EventSignals {
  private final Map<UUID, CompletableFuture<Void>> signals = new ConcurrentHashMap<>();

  /// To be taken before reading events, so that none falls between reading and waiting.
  CompletableFuture<Void> listen(UUID stream) {
    return signals.computeIfAbsent(stream, _ -> new CompletableFuture<>());
  }

  void signal(UUID stream) {
    CompletableFuture<Void> waiting = signals.remove(stream);
    if (waiting != null) {
      waiting.complete(null);
    }
  }

  void await(UUID stream, CompletableFuture<Void> signal, Duration most)
      throws InterruptedException {
    try {
      signal.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      signals.remove(stream, signal);
      signal.complete(null); // for others who wait for the same signal
    } catch (ExecutionException e) {
      throw new IllegalStateException("a signal never fails", e);
    }
  }
}
