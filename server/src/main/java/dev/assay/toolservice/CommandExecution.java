package dev.assay.toolservice;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Runs one command in a session's sandbox and writes down its output while it runs.
final class CommandExecution {
  private static final String STARTUP_TIMEOUT = "startup_timeout";
  private static final int OUTPUT_LIMIT = 200 << 10;
  private static final long LOOK_MILLIS = 200;
  private static final int PRINT_EVERY = 5;

  private final ToolRunStore store;
  private final Clock clock;

  CommandExecution(ToolRunStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /// @param atMost an upper limit for the command's own timeout
  RunEnding run(ToolRun run, SessionSandboxes.Use use, Duration atMost) {
    Sandbox sandbox = use.sandbox();
    ToolRun.Order order = run.order();
    Command command =
        Command.shell(order.command())
            .in(SessionSandboxes.workdir(order.workdir()))
            .withTimeout(shorter(Duration.ofSeconds(order.timeoutSeconds()), atMost))
            .withOutputLimit(OUTPUT_LIMIT);
    command = with(with(command, use.variables()), order.variables());
    if (run.kind() == ToolRun.Kind.STEP) { // an earlier one may have removed it
      sandbox.files().makeFolder(SessionSandboxes.workdir(order.workdir()));
    }
    try (ServicePorts ports = ServicePorts.open(sandbox, order.ports())) {
      if (!order.ports().isEmpty()) {
        store.expose(run.id(), new ToolRun.Exposed(ports.endpoints(), false));
      }
      return run(run, sandbox, command, ports);
    }
  }

  private RunEnding run(ToolRun run, Sandbox sandbox, Command command, ServicePorts ports) {
    OutputRing ring = new OutputRing(clock, run.order().readyPattern());
    RunningCommand running = sandbox.start(command, ring);
    Instant started = clock.instant();
    Companion companion = new Companion(run, ring, running, ports);
    if (run.kind() == ToolRun.Kind.COMMAND) {
      Thread.ofVirtual().name("start-" + run.id()).start(companion::noteStart);
    } else {
      store.started(run.id());
      Thread.ofVirtual().name("output-" + run.id()).start(companion);
    }
    boolean ended = false;
    try {
      CommandResult result = running.await();
      ended = true;
      return ending(result, companion.failed, started, printed(run, result, ring));
    } finally {
      companion.over.countDown();
      // Another thread may have interrupted this one to stop the run; the following work must be
      // done all the same.
      boolean interrupted = Thread.interrupted();
      kill(running); // and the processes it left
      if (!ended) {
        store.print(run.id(), ring.all(), ring.last());
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RunEnding ending(
      CommandResult result, Optional<String> failed, Instant started, ToolRun.Printed printed) {
    Optional<String> error =
        failed.or(
            () ->
                switch (result.outcome()) {
                  case Outcome.Exited _ -> Optional.empty();
                  case Outcome.TimedOut _ -> Optional.of(RunEnding.TIMED_OUT);
                  case Outcome.Signalled it -> Optional.of("killed by signal " + it.signal());
                  case Outcome.NotFound it -> Optional.of("not found: " + it.program());
                  case Outcome.OutOfMemory _ -> Optional.of("out of memory");
                  case Outcome.LimitExceeded it ->
                      Optional.of("limit exceeded: " + it.limit().name());
                  case Outcome.Killed _ -> Optional.of("killed");
                });
    return RunEnding.exited(result.shellCode(), error, started, printed);
  }

  /// The output to keep: beginning and end for a command, whose caller waits, and the end for other
  /// kinds.
  private static ToolRun.Printed printed(ToolRun run, CommandResult result, OutputRing ring) {
    return run.kind() == ToolRun.Kind.COMMAND
        ? new ToolRun.Printed(
            result.stdout().text(),
            result.stderr().text(),
            result.stdout().total(),
            result.stderr().total())
        : ring.all();
  }

  private static void kill(RunningCommand running) {
    try {
      running.kill();
    } catch (SandboxFailure e) {
      return; // the sandbox is gone
    }
  }

  private static Command with(Command command, Map<String, String> variables) {
    Command more = command;
    for (Map.Entry<String, String> each : variables.entrySet()) {
      more = more.withVariable(each.getKey(), each.getValue());
    }
    return more;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /// Writes down the output, and watches whether a service becomes ready in time.
  private final class Companion implements Runnable {
    private final ToolRun run;
    private final OutputRing ring;
    private final RunningCommand running;
    private final ServicePorts ports;
    private boolean active;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Optional<String> failed = Optional.empty();

    Companion(ToolRun run, OutputRing ring, RunningCommand running, ServicePorts ports) {
      this.run = run;
      this.ring = ring;
      this.running = running;
      this.ports = ports;
    }

    /// Writes down the start. For a command that ends soon, the start is written with the end.
    private void noteStart() {
      try {
        if (!over.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          store.started(run.id());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /// Writes down a change of the ports' state: listening or not.
    private void expose() {
      if (!ports.endpoints().isEmpty() && ports.isActive() != active) {
        active = !active;
        store.expose(run.id(), new ToolRun.Exposed(ports.endpoints(), active));
      }
    }

    @Override
    public void run() {
      long deadline =
          System.nanoTime() + Duration.ofSeconds(run.order().startupSeconds()).toNanos();
      boolean ready = run.kind() != ToolRun.Kind.SERVICE;
      try {
        for (int looks = 0; !over.await(LOOK_MILLIS, TimeUnit.MILLISECONDS); looks++) {
          if (!ready && ring.isReady()) {
            ready = true;
            store.ready(run.id());
          } else if (!ready && System.nanoTime() > deadline) {
            failed = Optional.of(STARTUP_TIMEOUT);
            running.kill();
            return;
          }
          if (!active || looks % PRINT_EVERY == 0) {
            expose();
          }
          if (looks % PRINT_EVERY == 0) {
            ring.news().ifPresent(printed -> store.print(run.id(), printed, ring.last()));
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
