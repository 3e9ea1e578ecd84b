package dev.assay.conversation;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Tells viewers on this server at once that something was written. Those on others look now and
/// then.
final class EventSignals {
  private final Map<UUID, CompletableFuture<Void>> signals = new ConcurrentHashMap<>();

  /// To be taken before looking, so that nothing falls between looking and waiting.
  CompletableFuture<Void> listen(UUID conversation) {
    return signals.computeIfAbsent(conversation, _ -> new CompletableFuture<>());
  }

  void signal(UUID conversation) {
    CompletableFuture<Void> bell = signals.remove(conversation);
    if (bell != null) {
      bell.complete(null);
    }
  }

  void await(UUID conversation, CompletableFuture<Void> bell, Duration most)
      throws InterruptedException {
    try {
      bell.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      signals.remove(conversation, bell);
      bell.complete(null); // for others who heard the same bell
    } catch (ExecutionException e) {
      throw new IllegalStateException("a bell never fails", e);
    }
  }
}
