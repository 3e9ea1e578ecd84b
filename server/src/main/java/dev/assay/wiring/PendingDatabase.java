package dev.assay.wiring;

import dev.assay.database.EmbeddedDatabase;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The embedded database while it starts in parallel with the other parts. The first user takes it
/// over. A database that is never taken over is stopped again.
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

  /// Waits for the database and hands it over. The caller closes it.
  EmbeddedDatabase take() {
    taken.set(true);
    try {
      return database.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }

  /// Stops the database after its start, unless it was taken over.
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
