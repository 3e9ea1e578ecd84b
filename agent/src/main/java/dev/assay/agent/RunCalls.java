package dev.assay.agent;

import dev.assay.agent.loop.ToolRunner.Done;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.tool.ToolAnswer;
import dev.assay.skill.transcript.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Makes the calls of an answer and records their results.
final class RunCalls {
  private final OngoingRun run;

  RunCalls(OngoingRun run) {
    this.run = run;
  }

  /// The result of an answer's calls.
  enum Result {
    DONE,
    /// No call could be made: no such tool, or arguments that do not fit.
    MALFORMED,
    /// Their time was over.
    STOPPED
  }

  Result make(List<ToolCall> calls) {
    calls.forEach(run.listener()::called);
    Optional<List<Done>> done = timed(calls);
    if (done.isEmpty()) {
      calls.forEach(this::stopped);
      return Result.STOPPED;
    }
    done.get().forEach(this::record);
    return done.get().stream().allMatch(Done::malformed) ? Result.MALFORMED : Result.DONE;
  }

  /// Runs the calls and books their time. Calls that delegate are not booked here: sub-agents book
  /// the time of their own tools, and the rest of their time is thinking.
  private Optional<List<Done>> timed(List<ToolCall> calls) {
    BudgetUse spent = run.spent();
    Instant begun = run.now();
    boolean delegates = calls.stream().anyMatch(run.tools()::delegates);
    Optional<List<Done>> done =
        run.agent()
            .tools
            .run(
                calls,
                call -> run.tools().find(call, calls),
                delegates ? spent::until : () -> spent.commandsUntil(begun));
    if (!delegates) {
      spent.spend(Duration.between(begun, run.now()));
    }
    return done;
  }

  private void stopped(ToolCall call) {
    Instant now = run.writer().now();
    run.tools()
        .takeTranscript(call)
        .ifPresent(transcript -> run.writer().add(new Entry.Delegated(now, call, transcript)));
    run.writer().add(new Entry.Used(now, call, "stopped before it was done", true, Duration.ZERO));
  }

  private void record(Done done) {
    ToolCall call = done.call();
    ToolAnswer answer = done.answer();
    run.tools()
        .takeTranscript(call)
        .ifPresent(
            transcript -> run.writer().add(new Entry.Delegated(done.when(), call, transcript)));
    run.writer()
        .add(new Entry.Used(done.when(), call, answer.text(), answer.failed(), done.took()));
    Message.ToolResult result =
        new Message.ToolResult(call.id(), call.tool(), answer.text(), answer.failed());
    if (answer.lasting()) {
      run.context().addLasting(result);
    } else {
      run.context().add(result);
    }
    run.listener().used(call, answer);
  }
}
