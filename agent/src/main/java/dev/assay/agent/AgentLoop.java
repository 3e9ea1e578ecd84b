package dev.assay.agent;

import dev.assay.agent.AgentRun.Ending;
import dev.assay.agent.loop.Context;
import dev.assay.agent.loop.TranscriptWriter;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.Message;
import dev.assay.skill.transcript.Entry;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// One run of an agent: it asks its model, makes the calls of the answer, and asks again, until
/// there is an answer without calls.
final class AgentLoop {
  private final OngoingRun run;
  private final RunQuestions questions;
  private final RunCalls calls;
  private final UnusableAnswers unusable;

  AgentLoop(
      Agent agent,
      Assignment assignment,
      BudgetUse spent,
      AgentListener listener,
      Consumer<Entry> sink) {
    run =
        new OngoingRun(
            agent,
            assignment,
            spent,
            listener,
            new TranscriptWriter(agent.clock, sink),
            new Context(new Message.Instruction(assignment.instructions()), assignment.messages()),
            new RunTools(agent, assignment, spent, listener),
            agent.clock.instant());
    questions = new RunQuestions(run);
    calls = new RunCalls(run);
    unusable = new UnusableAnswers(run);
  }

  AgentRun run() {
    Ending ending;
    try {
      open();
      ending = work();
    } catch (AssayException e) {
      ending = ended(e);
    } catch (RuntimeException e) {
      ending =
          ended(new AssayException(ErrorCode.INTERNAL_ERROR, "The agent's run broke: " + e, e));
    }
    ending = close(ending);
    return new AgentRun(
        ending,
        run.writer().transcript(),
        run.spent().cost(),
        Duration.between(run.start(), run.now()),
        run.assignment().model().rehearsal());
  }

  private void open() {
    Assignment assignment = run.assignment();
    TranscriptWriter writer = run.writer();
    writer.add(new Entry.Instructed(writer.now(), assignment.instructions()));
    int earlier = assignment.messages().size() - 1;
    if (earlier > 0) {
      writer.note("goes on after " + earlier + " earlier messages");
    }
    writer.add(new Entry.Asked(writer.now(), assignment.messages().getLast().text()));
  }

  private Ending work() {
    while (true) {
      Optional<Ending> over = over();
      if (over.isPresent()) {
        return over.get();
      }
      ChatAnswer answer = questions.next();
      if (unusable.asksAgain(answer)) {
        continue;
      }
      run.context().add(answer.reply());
      if (answer.reply().calls().isEmpty()) {
        return new Ending.Answered(answer.reply().text());
      }
      switch (calls.make(answer.reply().calls())) {
        case DONE -> unusable.used();
        case MALFORMED -> unusable.malformedCalls(answer);
        case STOPPED -> {} // the next check says so
      }
      if (run.assignment().until().test(run.writer().transcript())) {
        return new Ending.Stopped();
      }
    }
  }

  private Optional<Ending> over() {
    if (Thread.currentThread().isInterrupted()) {
      return Optional.of(new Ending.Cancelled());
    }
    return run.spent().exhausted(run.now()).map(Ending.OutOfBudget::new);
  }

  /// Attributes a failure after the time was over, or after an interrupt, to that cause.
  private Ending ended(AssayException failure) {
    if (Thread.currentThread().isInterrupted()) {
      return new Ending.Cancelled();
    }
    return run.now().isBefore(run.spent().until())
        ? new Ending.Failed(failure)
        : new Ending.OutOfBudget(Budget.Limit.TIME);
  }

  private Ending close(Ending ending) {
    String words =
        switch (ending) {
          case Ending.Answered _ -> "ended: answered";
          case Ending.OutOfBudget over -> "ended: budget spent: " + over.which();
          case Ending.Cancelled _ -> "ended: cancelled";
          case Ending.Stopped _ -> "ended: what was waited for was seen";
          case Ending.Failed failed ->
              "ended: " + failed.failure().code() + ": " + failed.failure().reason();
        };
    try {
      run.note(words);
      return ending;
    } catch (RuntimeException e) {
      return ending instanceof Ending.Failed
          ? ending
          : new Ending.Failed(
              new AssayException(
                  ErrorCode.INTERNAL_ERROR, "The transcript could not be kept: " + e, e));
    }
  }
}
