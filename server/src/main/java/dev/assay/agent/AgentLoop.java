package dev.assay.agent;

import dev.assay.agent.AgentRun.Ending;
import dev.assay.agent.loop.Compaction;
import dev.assay.agent.loop.Context;
import dev.assay.agent.loop.Lapses;
import dev.assay.agent.loop.ModelRetries;
import dev.assay.agent.loop.ToolRunner.Done;
import dev.assay.agent.loop.TranscriptWriter;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.FaultOwner;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.ToolDescription;
import dev.assay.skill.tool.ToolAnswer;
import dev.assay.skill.transcript.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// One run of an agent.
final class AgentLoop {
  private static final int MOST_FAULTS_IN_A_ROW = 5;
  private static final int MOST_REFUSALS = 2;
  private static final double FULL = 0.8;
  private static final int CHARACTERS_PER_TOKEN = 2;

  private final Agent agent;
  private final Assignment assignment;
  private final BudgetUse spent;
  private final AgentListener listener;
  private final TranscriptWriter writer;
  private final Context context;
  private final RunTools tools;
  private final Instant start;
  private int faultsInARow;
  private int refusals;

  AgentLoop(
      Agent agent,
      Assignment assignment,
      BudgetUse spent,
      AgentListener listener,
      Consumer<Entry> sink) {
    this.agent = agent;
    this.assignment = assignment;
    this.spent = spent;
    this.listener = listener;
    writer = new TranscriptWriter(agent.clock, sink);
    tools = new RunTools(agent, assignment, spent, listener);
    start = agent.clock.instant();
    context =
        new Context(new Message.Instruction(assignment.instructions()), assignment.messages());
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
        writer.transcript(),
        spent.cost(),
        Duration.between(start, agent.clock.instant()),
        assignment.model().rehearsal());
  }

  private void open() {
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
      if (context.tokens() > agent.contextTokens * FULL && Compaction.canShorten(context)) {
        shorten();
      }
      ChatAnswer answer = next();
      Message.Reply reply = answer.reply();
      if (answer.stop() == ChatAnswer.Stop.FILTERED) {
        withheld();
        continue;
      }
      context.add(reply);
      if (isRefusal(answer)) {
        refused(reply.text());
      } else if (!reply.calls().isEmpty()) {
        use(reply.calls()); // if its time was over, the next check says so
        if (assignment.until().test(writer.transcript())) {
          return new Ending.Stopped();
        }
      } else if (answer.stop() == ChatAnswer.Stop.LENGTH) {
        fault("Your answer was cut because it was too long. Answer again, shorter.");
      } else if (reply.text().isBlank()) {
        fault("You said nothing. Go on with your work, or give your final answer.");
      } else if (Lapses.isWrittenCall(reply.text(), tools.names())) {
        fault(
            "You wrote the call of a tool as text, so it was not made. Call the tool, or give your"
                + " final answer in words.");
      } else {
        return new Ending.Answered(reply.text());
      }
    }
  }

  private static boolean isRefusal(ChatAnswer answer) {
    return answer.stop() == ChatAnswer.Stop.REFUSED
        || (answer.reply().calls().isEmpty() && Lapses.isRefusal(answer.reply().text()));
  }

  /// An answer that was withheld is asked for again as if nothing had been said.
  private void withheld() {
    refusals++;
    if (refusals > MOST_REFUSALS) {
      throw failure("filtered", "The model's provider withheld its answer (content filter).");
    }
    note("the provider withheld an answer (content filter); asked again");
    listener.restarted();
  }

  private void refused(String words) {
    refusals++;
    if (refusals > MOST_REFUSALS) {
      throw failure("refused", "The model refuses to do it: " + Visible.folded(words, 300));
    }
    String again =
        "Do the work. If something failed or is missing, say in your answer what it is and what you"
            + " tried.";
    context.add(new Message.Request(again));
    writer.add(new Entry.Asked(writer.now(), again));
  }

  private static ModelFailure failure(String cause, String words) {
    return new ModelFailure(
        ErrorCode.MODEL_REFUSED,
        words,
        Map.of(ModelFailure.CAUSE, cause, ModelFailure.OWNER, FaultOwner.MODEL.word()),
        null);
  }

  private Optional<Ending> over() {
    if (Thread.currentThread().isInterrupted()) {
      return Optional.of(new Ending.Cancelled());
    }
    return spent.exhausted(agent.clock.instant()).map(Ending.OutOfBudget::new);
  }

  /// The model's next answer; once more after shortening if the provider finds the request too
  /// long.
  private ChatAnswer next() {
    try {
      return turn();
    } catch (ModelFailure failure) {
      if (!failure.details().containsKey(ModelFailure.CONTEXT_TOO_LONG)
          || !Compaction.canShorten(context)) {
        throw failure;
      }
      shorten();
      return turn();
    }
  }

  private ChatAnswer turn() {
    spent.turn();
    Instant asked = agent.clock.instant();
    ChatAnswer raw =
        ask(assignment.purpose(), context.messages(), tools.descriptions(), listener::text);
    ChatAnswer answer =
        new ChatAnswer(
            new Message.Reply(
                raw.reply().text(), tools.numbered(raw.reply().calls()), raw.reply().original()),
            raw.usage(),
            raw.stop(),
            raw.model());
    context.measured(answer.usage());
    writer.add(replied(answer, asked));
    return answer;
  }

  private ChatAnswer ask(
      Purpose purpose, List<Message> messages, List<ToolDescription> tools, TextListener listener) {
    ChatRequest request =
        new ChatRequest(
            purpose, messages, tools, Optional.empty(), Duration.between(start, spent.until()));
    ChatAnswer answer;
    try (Costs.Hold _ =
        agent.costs.hold(
            purpose, assignment.model().name(), context.tokens(), assignment.owner())) {
      answer = agent.patience.ask(assignment.model(), request, listener, new Waiting(purpose));
    }
    spent.spend(
        answer.usage(),
        agent.costs.book(purpose, answer.model(), answer.usage(), assignment.owner()));
    return answer;
  }

  /// What is lost while the provider fails or wants to be left alone is not the run's time.
  private final class Waiting implements ModelRetries.Caller {
    private final Purpose purpose;

    Waiting(Purpose purpose) {
      this.purpose = purpose;
    }

    @Override
    public Instant until() {
      return spent.until();
    }

    @Override
    public void waited(Duration time) {
      spent.extend(time);
      agent.costs.bookWait(purpose, assignment.model().name(), time, assignment.owner());
    }

    @Override
    public void again(String why) {
      note(why);
      listener.restarted();
    }
  }

  private Entry.Replied replied(ChatAnswer answer, Instant asked) {
    return new Entry.Replied(
        writer.now(),
        answer.reply().text(),
        answer.reply().calls(),
        answer.model(),
        answer.usage(),
        Duration.between(asked, writer.now()),
        answer.reply().original());
  }

  private void use(List<ToolCall> calls) {
    calls.forEach(listener::called);
    Optional<List<Done>> done = timed(calls);
    if (done.isEmpty()) {
      calls.forEach(
          call -> {
            tools
                .takeTranscript(call)
                .ifPresent(
                    transcript -> writer.add(new Entry.Delegated(writer.now(), call, transcript)));
            writer.add(
                new Entry.Used(
                    writer.now(), call, "stopped before it was done", true, Duration.ZERO));
          });
      return;
    }
    done.get().forEach(this::record);
    if (done.get().stream().allMatch(Done::malformed)) {
      countFault();
    } else {
      faultsInARow = 0;
    }
  }

  /// Sub-agents count the time of their tools themselves; the rest of theirs is thinking.
  private Optional<List<Done>> timed(List<ToolCall> calls) {
    Instant begun = agent.clock.instant();
    boolean delegates = calls.stream().anyMatch(tools::delegates);
    Optional<List<Done>> done =
        agent.tools.run(
            calls,
            call -> tools.find(call, calls),
            delegates ? spent::until : () -> spent.commandsUntil(begun));
    if (!delegates) {
      spent.spend(Duration.between(begun, agent.clock.instant()));
    }
    return done;
  }

  private void record(Done done) {
    ToolCall call = done.call();
    ToolAnswer answer = done.answer();
    tools
        .takeTranscript(call)
        .ifPresent(transcript -> writer.add(new Entry.Delegated(done.when(), call, transcript)));
    writer.add(new Entry.Used(done.when(), call, answer.text(), answer.failed(), done.took()));
    Message.ToolResult result =
        new Message.ToolResult(call.id(), call.tool(), answer.text(), answer.failed());
    if (answer.lasting()) {
      context.addLasting(result);
    } else {
      context.add(result);
    }
    listener.used(call, answer);
  }

  private void fault(String words) {
    countFault();
    context.add(new Message.Request(words));
    writer.add(new Entry.Asked(writer.now(), words));
  }

  private void countFault() {
    faultsInARow++;
    if (faultsInARow >= MOST_FAULTS_IN_A_ROW) {
      throw new ModelFailure(
          ErrorCode.MODEL_ANSWER_UNUSABLE,
          "The model "
              + assignment.model().name()
              + " gave "
              + faultsInARow
              + " answers in a row that cannot be used: empty, cut, or with calls of tools that are"
              + " not there or do not fit. Use a model that can call tools.");
    }
  }

  private void shorten() {
    long before = context.tokens();
    UntrustedText fence = UntrustedText.fresh();
    Instant asked = agent.clock.instant();
    ChatAnswer summary =
        ask(
            Purpose.COMPACT,
            Compaction.question(
                fence.explanation(),
                fence.around(
                    "conversation",
                    Compaction.history(context, agent.contextTokens * CHARACTERS_PER_TOKEN))),
            List.of(),
            TextListener.silent());
    if (summary.reply().text().isBlank()) {
      throw new ModelFailure(
          ErrorCode.MODEL_ANSWER_UNUSABLE, "The model gave no summary of a context that is full.");
    }
    Compaction.apply(context, summary.reply().text());
    note(
        "context shortened from about %d to %d tokens by %s, %d + %d tokens in %d ms; skill texts"
                .formatted(
                    before,
                    context.tokens(),
                    summary.model(),
                    summary.usage().inputTokens(),
                    summary.usage().outputTokens(),
                    Duration.between(asked, agent.clock.instant()).toMillis())
            + " kept. Summary: "
            + summary.reply().text());
  }

  private void note(String text) {
    writer.note(text);
    listener.noted(text);
  }

  /// A failure after the time was over, or after an interrupt, is the consequence of that.
  private Ending ended(AssayException failure) {
    if (Thread.currentThread().isInterrupted()) {
      return new Ending.Cancelled();
    }
    return agent.clock.instant().isBefore(spent.until())
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
      note(words);
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
