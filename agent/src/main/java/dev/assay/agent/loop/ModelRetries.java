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

/// Retries a question if that makes sense: after transient faults, with growing pauses, or with the
/// pause the provider asks for, up to a limit. The time of failed tries and pauses is the
/// platform's and not the caller's.
public final class ModelRetries {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_OWN_PAUSE = Duration.ofSeconds(60);

  private final Clock clock;
  private final Pauser pauser;
  private final Duration deadline;
  private final int retries;
  private final Duration longestPause;

  /// @param deadline the timeout of one answer
  /// @param longestPause the longest pause that a provider may ask for
  public ModelRetries(
      Clock clock, Pauser pauser, Duration deadline, int retries, Duration longestPause) {
    this.clock = clock;
    this.pauser = pauser;
    this.deadline = deadline;
    this.retries = retries;
    this.longestPause = longestPause;
  }

  /// The caller that wants the answer.
  public interface Caller {
    /// The end of the caller's time, which every wait moves.
    Instant until();

    /// Reports lost time that does not count against the caller.
    void waited(Duration time);

    /// Announces a retry with its reason. The pieces received of the answer before are void.
    void again(String why);
  }

  public ChatAnswer ask(
      ChatModel model, ChatRequest request, TextListener listener, Caller caller) {
    TextListener attempt = listening(listener, caller);
    for (int tried = 0; ; tried++) {
      Instant start = clock.instant();
      try {
        return model.ask(within(request, caller.until()), attempt);
      } catch (ModelFailure failure) {
        Duration pause = pause(failure, tried);
        boolean outOfTime = !clock.instant().isBefore(caller.until());
        if (outOfTime || isFinal(failure, tried)) {
          throw failure;
        }
        if (pause.compareTo(longestPause) > 0) {
          throw tooLong(failure, pause);
        }
        caller.again(
            "try %d of %d in %d ms (%s): %s"
                .formatted(
                    tried + 2,
                    retries + 1,
                    pause.toMillis(),
                    failure.owner().word(),
                    failure.reason()));
        rest(pause, failure);
        Duration since = Duration.between(start, clock.instant());
        caller.waited(since.compareTo(pause) < 0 ? pause : since);
      }
    }
  }

  private boolean isFinal(ModelFailure failure, int tried) {
    return tried >= retries
        || Thread.currentThread().isInterrupted()
        || !failure.fault().worthRetrying();
  }

  private ModelFailure tooLong(ModelFailure failure, Duration pause) {
    return new ModelFailure(
        failure.code(),
        "%s It asks for a pause of %d s, more than the %d s of assay.model.longest-wait."
            .formatted(failure.reason(), pause.toSeconds(), longestPause.toSeconds()),
        failure.details(),
        failure);
  }

  private static TextListener listening(TextListener listener, Caller caller) {
    return new TextListener() {
      @Override
      public void received(String piece) {
        listener.received(piece);
      }

      @Override
      public void restarted(String why) {
        caller.again(why);
      }
    };
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
    Duration whole = pause.compareTo(LONGEST_OWN_PAUSE) > 0 ? LONGEST_OWN_PAUSE : pause;
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
