package dev.assay.agent;

import dev.assay.agent.loop.Compaction;
import dev.assay.agent.loop.ModelRetries;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.model.ToolDescription;
import dev.assay.skill.transcript.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Asks the model of a run for its next answer, within its budget, and shortens a context that has
/// grown too long.
final class RunQuestions {
  private static final double FULL = 0.8;
  private static final int CHARACTERS_PER_TOKEN = 2;

  private final OngoingRun run;

  RunQuestions(OngoingRun run) {
    this.run = run;
  }

  /// The model's next answer. If the provider finds the request too long, it is shortened and sent
  /// once more.
  ChatAnswer next() {
    if (run.context().tokens() > run.agent().contextTokens * FULL
        && Compaction.canShorten(run.context())) {
      shorten();
    }
    try {
      return turn();
    } catch (ModelFailure failure) {
      if (!failure.details().containsKey(ModelFailure.CONTEXT_TOO_LONG)
          || !Compaction.canShorten(run.context())) {
        throw failure;
      }
      shorten();
      return turn();
    }
  }

  private ChatAnswer turn() {
    run.spent().turn();
    Instant asked = run.now();
    ChatAnswer raw =
        ask(
            run.assignment().purpose(),
            run.context().messages(),
            run.tools().descriptions(),
            run.listener()::text);
    ChatAnswer answer =
        new ChatAnswer(
            new Message.Reply(
                raw.reply().text(),
                run.tools().numbered(raw.reply().calls()),
                raw.reply().original()),
            raw.usage(),
            raw.stop(),
            raw.model());
    run.context().measured(answer.usage());
    run.writer().add(replied(answer, asked));
    return answer;
  }

  private ChatAnswer ask(
      Purpose purpose, List<Message> messages, List<ToolDescription> tools, TextListener listener) {
    Assignment assignment = run.assignment();
    Costs costs = run.agent().costs;
    ChatRequest request =
        new ChatRequest(
            purpose,
            messages,
            tools,
            Optional.empty(),
            Duration.between(run.start(), run.spent().until()));
    ChatAnswer answer;
    try (Costs.Hold _ =
        costs.hold(
            assignment.purpose(),
            assignment.model().name(),
            run.context().tokens(),
            assignment.owner())) {
      answer =
          run.agent().patience.ask(assignment.model(), request, listener, new Waiting(purpose));
    }
    run.spent()
        .spend(
            answer.usage(),
            costs.book(purpose, assignment.model().name(), answer.usage(), assignment.owner()));
    return answer;
  }

  /// The waits of a run for its model. Time lost to the provider's faults and pauses extends the
  /// run.
  private final class Waiting implements ModelRetries.Caller {
    private final Purpose purpose;

    Waiting(Purpose purpose) {
      this.purpose = purpose;
    }

    @Override
    public Instant until() {
      return run.spent().until();
    }

    @Override
    public void waited(Duration time) {
      Assignment assignment = run.assignment();
      run.spent().extend(time);
      run.agent().costs.bookWait(purpose, assignment.model().name(), time, assignment.owner());
    }

    @Override
    public void again(String why) {
      run.note(why);
      run.listener().restarted();
    }
  }

  private Entry.Replied replied(ChatAnswer answer, Instant asked) {
    return new Entry.Replied(
        run.writer().now(),
        answer.reply().text(),
        answer.reply().calls(),
        answer.model(),
        answer.usage(),
        Duration.between(asked, run.writer().now()),
        answer.reply().original());
  }

  private void shorten() {
    long before = run.context().tokens();
    UntrustedText fence = UntrustedText.fresh();
    Instant asked = run.now();
    ChatAnswer summary =
        ask(
            Purpose.COMPACT,
            Compaction.question(
                fence.explanation(),
                fence.around(
                    "conversation",
                    Compaction.history(
                        run.context(), run.agent().contextTokens * CHARACTERS_PER_TOKEN))),
            List.of(),
            TextListener.silent());
    if (summary.reply().text().isBlank()) {
      throw new ModelFailure(
          ErrorCode.MODEL_ANSWER_UNUSABLE, "The model gave no summary of a context that is full.");
    }
    Compaction.apply(run.context(), summary.reply().text());
    run.note(
        "context shortened from about %d to %d tokens by %s, %d + %d tokens in %d ms; skill texts"
                .formatted(
                    before,
                    run.context().tokens(),
                    summary.model(),
                    summary.usage().inputTokens(),
                    summary.usage().outputTokens(),
                    Duration.between(asked, run.now()).toMillis())
            + " kept. Summary: "
            + summary.reply().text());
  }
}
