package dev.assay.sandbox.remote;

import dev.assay.skill.AssayException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Finds out once what a provider's sandboxes can do, when somebody wants to know it first. If the
/// provider cannot be asked, the answer is no, and it is tried again after a while.
final class RecordingProbe {
  private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

  private record Known(RecordingAbility ability, boolean forGood, long since) {}

  private final Supplier<RecordingAbility> attempt;
  private final ReentrantLock trying = new ReentrantLock();
  private volatile Optional<Known> known = Optional.empty();

  RecordingProbe(Supplier<RecordingAbility> attempt) {
    this.attempt = attempt;
  }

  RecordingAbility find() {
    Optional<Known> now = known.filter(RecordingProbe::isFresh);
    if (now.isPresent()) {
      return now.get().ability();
    }
    trying.lock();
    try {
      Known found = known.filter(RecordingProbe::isFresh).orElseGet(this::ask);
      known = Optional.of(found);
      return found.ability();
    } finally {
      trying.unlock();
    }
  }

  private static boolean isFresh(Known one) {
    return one.forGood() || System.nanoTime() - one.since() < AGAIN_NANOS;
  }

  private Known ask() {
    try {
      return new Known(attempt.get(), true, System.nanoTime());
    } catch (AssayException e) {
      return unknown(e);
    }
  }

  /// The provider could not be asked just now; that need not be tried again at once.
  void note(AssayException reason) {
    if (known.isEmpty()) {
      known = Optional.of(unknown(reason));
    }
  }

  private static Known unknown(AssayException reason) {
    return new Known(
        new RecordingAbility(false, "it could not be tried: " + reason.reason()),
        false,
        System.nanoTime());
  }
}
