package dev.assay.wiring;

import dev.assay.database.EmbeddedDatabase;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The embedded database while it starts beside everything else, until the first who needs it takes
/// it over. If nobody does, it is stopped again.
public final class PendingDatabase {
  private final Supplier<EmbeddedDatabase> start;
  private final CompletableFuture<EmbeddedDatabase> database = new CompletableFuture<>();
  private final AtomicBoolean begun = new AtomicBoolean();
  private final AtomicBoolean taken = new AtomicBoolean();

  public PendingDatabase(Supplier<EmbeddedDatabase> start) {
    this.start = start;
  }

  public void begin() {
    begun.set(true);
    Thread.ofPlatform()
        .name("database-start")
        .start(() -> database.completeAsync(start, Runnable::run));
  }

  /// Waits for it. Who takes it closes it.
  EmbeddedDatabase take() {
    taken.set(true);
    try {
      return database.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }

  /// Stops what nobody took, when it has started.
  public void abandon() {
    if (begun.get() && !taken.getAndSet(true)) {
      database.handle(PendingDatabase::closed).join();
    }
  }

  private static boolean closed(@Nullable EmbeddedDatabase started, @Nullable Throwable failure) {
    if (started != null) {
      started.close();
    }
    return failure == null;
  }
}
