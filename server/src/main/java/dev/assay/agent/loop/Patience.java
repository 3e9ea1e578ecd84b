package dev.assay.agent.loop;

import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.TextListener;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/// Asks a model again when that makes sense: after faults of the provider, with growing pauses, or
/// with the pause the provider asks for, and never past the caller's time.
public final class Patience {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  private final Clock clock;
  private final Pauser pauser;
  private final Duration deadline;
  private final int retries;

  /// @param deadline how long one answer may take
  public Patience(Clock clock, Pauser pauser, Duration deadline, int retries) {
    this.clock = clock;
    this.pauser = pauser;
    this.deadline = deadline;
    this.retries = retries;
  }

  /// @param until when the caller's time is over
  /// @param note hears of every new try; what was heard of the answer before is void
  public ChatAnswer ask(
      ChatModel model,
      ChatRequest request,
      TextListener listener,
      Instant until,
      Consumer<String> note) {
    for (int tried = 0; ; tried++) {
      try {
        return model.ask(within(request, until), listener);
      } catch (ModelFailure failure) {
        Duration pause = pause(failure, tried);
        boolean hopeless =
            tried >= retries
                || Thread.currentThread().isInterrupted()
                || !failure.fault().worthRetrying()
                || pause.compareTo(LONGEST_PAUSE) > 0
                || !clock.instant().plus(pause).isBefore(until);
        if (hopeless) {
          throw failure;
        }
        note.accept(
            "try %d of %d in %d ms: %s"
                .formatted(tried + 2, retries + 1, pause.toMillis(), failure.reason()));
        rest(pause, failure);
      }
    }
  }

  private ChatRequest within(ChatRequest request, Instant until) {
    Duration left = Duration.between(clock.instant(), until);
    Duration time = left.compareTo(deadline) < 0 ? left : deadline;
    return new ChatRequest(
        request.purpose(),
        request.messages(),
        request.tools(),
        request.shape(),
        time.isPositive() ? time : Duration.ofMillis(1));
  }

  private static Duration pause(ModelFailure failure, int tried) {
    if (failure.details().get(ModelFailure.RETRY_AFTER) instanceof Long asked) {
      return Duration.ofMillis(asked);
    }
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(tried, 6));
    Duration whole = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    return whole.minusMillis(ThreadLocalRandom.current().nextLong(whole.toMillis() / 4 + 1));
  }

  private void rest(Duration pause, ModelFailure failure) {
    try {
      pauser.pause(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure.addSuppressed(e);
      throw failure;
    }
  }
}
