package dev.assay.agent.loop;

import dev.assay.agent.protocol.ControlTokens;
import dev.assay.agent.shape.JsonCheck;
import dev.assay.agent.shape.JsonInText;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.WorkKind;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/// Runs the tools of one reply in parallel and answers in the order of the calls.
public final class ToolRunner {
  private static final int MOST_AT_ONCE = 32;
  private static final int SHOWN = 100;
  private static final Duration GOODBYE = Duration.ofSeconds(10);

  private final Clock clock;

  public ToolRunner(Clock clock) {
    this.clock = clock;
  }

  /// @param malformed true if there was no such tool, or the arguments did not fit
  public record Done(
      ToolCall call, ToolAnswer answer, Instant when, Duration took, boolean malformed) {}

  /// Runs all calls. When the time is over, every tool is stopped.
  ///
  /// @return empty if the time was over first, or the thread was interrupted
  /// @throws AssayException if the platform failed under one of the tools
  public Optional<List<Done>> run(
      List<ToolCall> calls, Function<ToolCall, Optional<Tool>> tools, Supplier<Instant> until) {
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    WorkKind kind = WorkKind.current();
    try {
      List<Future<Done>> going = new ArrayList<>();
      for (int number = 0; number < calls.size(); number++) {
        ToolCall call = calls.get(number);
        boolean tooMany = number >= MOST_AT_ONCE;
        going.add(
            threads.submit(
                () -> kind.call(() -> tooMany ? refused(call) : use(call, tools.apply(call)))));
      }
      List<Done> done = new ArrayList<>();
      for (Future<Done> one : going) {
        done.add(await(one, until));
      }
      return Optional.of(done);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof AssayException failure
          ? failure
          : new AssayException(
              ErrorCode.INTERNAL_ERROR, "A tool broke: " + e.getCause(), e.getCause());
    } catch (TimeoutException | CancellationException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      stop(threads);
    }
  }

  /// Waits for a call. A sub-agent that waits for its model moves the end meanwhile.
  private Done await(Future<Done> one, Supplier<Instant> until)
      throws ExecutionException, InterruptedException, TimeoutException {
    while (true) {
      Duration left = Duration.between(clock.instant(), until.get());
      try {
        return one.get(Math.max(left.toMillis(), 1), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (!clock.instant().isBefore(until.get())) {
          throw e;
        }
      }
    }
  }

  private Done use(ToolCall call, Optional<Tool> tool) {
    Instant start = clock.instant();
    Optional<String> problem =
        tool.isEmpty()
            ? Optional.of(
                "There is no tool \""
                    + Visible.line(call.tool(), SHOWN)
                    + "\". Use one of those you have.")
            : problem(call, tool.get());
    ToolAnswer answer = problem.map(ToolAnswer::failed).orElse(ToolAnswer.failed(""));
    if (problem.isEmpty()) {
      answer = tool.orElseThrow().use(arguments(call));
    }
    return new Done(
        call,
        harmless(answer),
        start,
        Duration.between(start, clock.instant()),
        problem.isPresent());
  }

  /// Breaks up control tokens in the whole answer, because its text outside of a fence may quote
  /// foreign names, too.
  private static ToolAnswer harmless(ToolAnswer answer) {
    return new ToolAnswer(ControlTokens.broken(answer.text()), answer.failed(), answer.lasting());
  }

  private Done refused(ToolCall call) {
    ToolAnswer answer =
        ToolAnswer.failed("At most " + MOST_AT_ONCE + " tools can be used at once.");
    return new Done(call, answer, clock.instant(), Duration.ZERO, true);
  }

  private static Optional<String> problem(ToolCall call, Tool tool) {
    String schema = tool.description().parameters();
    try {
      List<String> problems = JsonCheck.of(schema).problems(JsonInText.parse(arguments(call)));
      return problems.isEmpty()
          ? Optional.empty()
          : Optional.of(
              "The arguments of " + call.tool() + " are wrong: " + String.join("; ", problems));
    } catch (IllegalArgumentException e) {
      return Optional.of(
          "The arguments of "
              + call.tool()
              + " are "
              + e.getMessage()
              + ". Send one JSON object that fits the tool's schema.");
    }
  }

  /// The arguments of a call. Some models send nothing for a tool without parameters.
  private static String arguments(ToolCall call) {
    return call.arguments().isBlank() ? "{}" : call.arguments();
  }

  private static void stop(ExecutorService threads) {
    boolean interrupted = Thread.interrupted();
    try {
      threads.shutdownNow();
      boolean _ = threads.awaitTermination(GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
