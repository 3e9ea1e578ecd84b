package dev.assay.agent;

import dev.assay.agent.loop.Lapses;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.FaultOwner;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.transcript.Entry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Counts a model's unusable answers: withheld, refusing, cut, empty, or with a call written as
/// text. Each is asked for again, a few times. None of them counts against the turns and tokens of
/// the task. Too many are a failure of the model.
final class UnusableAnswers {
  private static final int MOST_IN_A_ROW = 5;
  private static final int MOST_IN_ALL = 20;
  private static final int MOST_REFUSALS = 2;

  private final OngoingRun run;
  private int inARow;
  private int inAll;
  private int refusals;

  UnusableAnswers(OngoingRun run) {
    this.run = run;
  }

  /// Asks for another answer if this one cannot be used.
  ///
  /// @return true if it asked
  /// @throws ModelFailure if that happened too often
  boolean asksAgain(ChatAnswer answer) {
    if (answer.stop() == ChatAnswer.Stop.FILTERED) {
      withheld(answer);
      return true;
    }
    if (isRefusal(answer)) {
      refused(answer);
      return true;
    }
    Optional<String> problem = problem(answer);
    problem.ifPresent(
        words -> {
          run.context().add(answer.reply());
          count(answer);
          ask(words);
        });
    return problem.isPresent();
  }

  private Optional<String> problem(ChatAnswer answer) {
    Message.Reply reply = answer.reply();
    if (!reply.calls().isEmpty()) {
      return Optional.empty();
    }
    if (answer.stop() == ChatAnswer.Stop.LENGTH) {
      return Optional.of("Your answer was cut because it was too long. Answer again, shorter.");
    }
    if (reply.text().isBlank()) {
      return Optional.of("You said nothing. Go on with your work, or give your final answer.");
    }
    return Lapses.isWrittenCall(reply.text(), run.tools().names())
        ? Optional.of(
            "You wrote the call of a tool as text, so it was not made. Call the tool, or give your"
                + " final answer in words.")
        : Optional.empty();
  }

  private static boolean isRefusal(ChatAnswer answer) {
    return answer.stop() == ChatAnswer.Stop.REFUSED
        || (answer.reply().calls().isEmpty() && Lapses.isRefusal(answer.reply().text()));
  }

  /// Asks again for an answer that was withheld, without a trace of it in the context.
  private void withheld(ChatAnswer answer) {
    refusals++;
    if (refusals > MOST_REFUSALS) {
      throw failure("filtered", "The model's provider withheld its answer (content filter).");
    }
    run.spent().giveBack(answer.usage());
    run.note("the provider withheld an answer (content filter); asked again");
    run.listener().restarted();
  }

  /// Drops the calls that come with a refusal: they are not made, so they are not kept.
  private void refused(ChatAnswer answer) {
    String words = answer.reply().text();
    refusals++;
    if (refusals > MOST_REFUSALS) {
      throw failure("refused", "The model refuses to do it: " + Visible.folded(words, 300));
    }
    run.spent().giveBack(answer.usage());
    run.context().add(new Message.Reply(words, List.of()));
    ask(
        "Do the work. If something failed or is missing, say in your answer what it is and what you"
            + " tried.");
  }

  /// Handles an answer that has only calls of unknown tools or with arguments that do not fit.
  void malformedCalls(ChatAnswer answer) {
    count(answer);
  }

  /// Notes an answer that could be used.
  void used() {
    inARow = 0;
  }

  private void count(ChatAnswer answer) {
    inARow++;
    inAll++;
    if (inARow >= MOST_IN_A_ROW || inAll >= MOST_IN_ALL) {
      throw new ModelFailure(
          ErrorCode.MODEL_ANSWER_UNUSABLE,
          "The model "
              + run.assignment().model().name()
              + " gave "
              + (inARow >= MOST_IN_A_ROW ? inARow + " answers in a row" : inAll + " answers")
              + " that cannot be used: empty, cut, or with calls of tools that are"
              + " not there or do not fit. Use a model that can call tools.");
    }
    run.spent().giveBack(answer.usage());
  }

  private void ask(String words) {
    run.context().add(new Message.Request(words));
    run.writer().add(new Entry.Asked(run.writer().now(), words));
  }

  private static ModelFailure failure(String cause, String words) {
    return new ModelFailure(
        ErrorCode.MODEL_REFUSED,
        words,
        Map.of(ModelFailure.CAUSE, cause, ModelFailure.OWNER, FaultOwner.MODEL.word()),
        null);
  }
}
