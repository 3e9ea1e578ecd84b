package dev.assay.start;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;

/// Lets a signal end a start before the next part is made. The process ends only after the parts
/// made so far are closed. Spring alone would finish the start first.
final class StoppableStart implements InstantiationAwareBeanPostProcessor, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = Thread.ofPlatform().name("start-stop").unstarted(this::stop);
  private volatile boolean stopped;

  static StoppableStart begin() {
    StoppableStart start = new StoppableStart();
    try {
      Runtime.getRuntime().addShutdownHook(start.hook);
    } catch (IllegalStateException e) { // the process is already ending
      start.stopped = true;
    }
    return start;
  }

  boolean isStopped() {
    return stopped;
  }

  static AssayException failure() {
    return new AssayException(ErrorCode.SERVER_FAILED, "The server was stopped while it started.");
  }

  /// Refuses to make the next part after a stop. The check comes before the part is made, because
  /// Spring would not close a part that is refused afterwards.
  @Override
  public @Nullable Object postProcessBeforeInstantiation(Class<?> type, String name) {
    if (stopped) {
      throw failure();
    }
    return null;
  }

  /// Marks the start as over, whether it succeeded or failed.
  @Override
  public void close() {
    over.countDown();
    if (!stopped) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        stopped = true;
      }
    }
  }

  private void stop() {
    stopped = true;
    try {
      over.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
