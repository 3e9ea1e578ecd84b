package dev.assay.sandbox.remote;

import dev.assay.sandbox.agent.HostTexts;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.AccessEvidence;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.Output;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.PortConnection;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.UsualVariables;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A sandbox at a provider.
final class RemoteSandbox implements Sandbox {
  private final String id;
  private final SandboxSpec spec;
  private final RemoteHost host;
  private final Runnable used;
  private final Runnable ended;
  private final AtomicBoolean destroyed = new AtomicBoolean();
  private final AtomicBoolean walled = new AtomicBoolean();
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger running = new AtomicInteger();
  private volatile Optional<Watchdog> wall = Optional.empty();
  private volatile Optional<NestedSandbox> nested = Optional.empty();
  private volatile Optional<NestedSandbox.Recorded> last = Optional.empty();

  /// @param used is called whenever something is done with it
  /// @param ended is called once, when nothing is left of it
  RemoteSandbox(String id, SandboxSpec spec, RemoteHost host, Runnable used, Runnable ended) {
    this.id = id;
    this.spec = spec;
    this.host = host;
    this.used = used;
    this.ended = ended;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public SandboxSpec spec() {
    return spec;
  }

  boolean isBusy() {
    return running.get() > 0;
  }

  void extend() {
    if (!destroyed.get()) {
      host.extend();
    }
  }

  void endAfter(Duration life) {
    wall =
        Optional.of(
            Watchdog.after(
                life,
                () -> {
                  walled.set(true);
                  expire();
                }));
  }

  /// What was recorded until then can be read afterwards; if it cannot be had, nobody knows it.
  private void expire() {
    try {
      last = nested.map(NestedSandbox::read);
    } finally {
      destroy();
    }
  }

  RemoteHost host() {
    return host;
  }

  /// From now on commands run in a recorded sandbox within this one.
  NestedSandbox nest() {
    NestedSandbox made = NestedSandbox.start(host, spec);
    host.moveInside(UsualVariables.of(spec, HostTexts.USER, HostTexts.HOME));
    nested = Optional.of(made);
    return made;
  }

  @Override
  public NetworkEvidence network() {
    return nested.isEmpty() ? Sandbox.super.network() : recorded().network();
  }

  @Override
  public AccessEvidence access() {
    return nested.isEmpty() ? Sandbox.super.access() : recorded().access();
  }

  @Override
  public Metrics metrics() {
    return nested.isEmpty() ? Sandbox.super.metrics() : recorded().metrics();
  }

  @Override
  public void endProcesses() {
    if (nested.isEmpty()) {
      Sandbox.super.endProcesses();
    }
    use(
        () -> {
          nested.orElseThrow().endProcesses();
          return nested;
        });
  }

  private NestedSandbox.Recorded recorded() {
    return last.isPresent() ? last.get() : use(() -> nested.orElseThrow().read());
  }

  @Override
  public CommandResult run(Command command) {
    command.requireSendable(spec.variables());
    requireLiving();
    long began = System.nanoTime();
    return orWall(began, () -> use(() -> host.run(command)));
  }

  @Override
  public RunningCommand start(Command command, OutputListener listener) {
    command.requireSendable(spec.variables());
    RunningCommand started = use(() -> host.start(command, listener));
    running.incrementAndGet();
    return new Watched(started);
  }

  /// A command that ran when the sandbox's time was over met that limit.
  private CommandResult orWall(long began, Supplier<CommandResult> work) {
    try {
      return work.get();
    } catch (AssayException e) {
      if (!walled.get()) {
        throw e;
      }
      Output nothing = new Output(new byte[0], new byte[0], 0);
      return new CommandResult(
          new Outcome.LimitExceeded(Limit.WALL),
          nothing,
          nothing,
          Duration.ofNanos(System.nanoTime() - began),
          null,
          null,
          false);
    }
  }

  /// Reports the sandbox as gone, whatever a request met that was under way when it ended.
  private <T> T use(Supplier<T> work) {
    requireLiving();
    used.run();
    running.incrementAndGet();
    try {
      return work.get();
    } catch (AssayException e) {
      requireLiving();
      throw e;
    } finally {
      running.decrementAndGet();
    }
  }

  private void requireLiving() {
    if (destroyed.get()) {
      throw new SandboxFailure(ErrorCode.SANDBOX_GONE, "The sandbox " + id + " is gone.");
    }
  }

  private final class Watched implements RunningCommand {
    private final RunningCommand command;
    private final AtomicBoolean done = new AtomicBoolean();
    private final long began = System.nanoTime();

    Watched(RunningCommand command) {
      this.command = command;
    }

    @Override
    public OutputStream stdin() {
      return command.stdin();
    }

    @Override
    public CommandResult await() {
      return orWall(began, this::end);
    }

    private CommandResult end() {
      try {
        CommandResult result = command.await();
        requireLiving();
        return result;
      } catch (AssayException e) {
        requireLiving();
        throw e;
      } finally {
        if (done.compareAndSet(false, true)) {
          running.decrementAndGet();
        }
      }
    }

    @Override
    public void kill() {
      if (!destroyed.get()) {
        command.kill();
      }
    }
  }

  /// Skills with packages need it: installations ask a port inside for them.
  @Override
  public void listen(int port, Consumer<PortConnection> handler) {
    throw new SandboxFailure(
        ErrorCode.SANDBOX_UNSUPPORTED,
        "Packages cannot be installed in a provider's sandbox (PORT_LISTEN: no port inside leads to this server). Validate skills that need them with assay.sandbox.engine: local or docker.");
  }

  @Override
  public SandboxImage snapshot() {
    return spec.image().plus(use(() -> host.snapshot(SnapshotName.at(Instant.now()))));
  }

  @Override
  public SandboxImage freeze() {
    SandboxImage image = snapshot();
    destroy();
    return image;
  }

  /// If the provider refuses, the lease stays open and the reaper comes back to it.
  @Override
  public void destroy() {
    destroyed.set(true);
    if (over.get()) {
      return;
    }
    wall.ifPresent(Watchdog::close);
    host.delete();
    if (over.compareAndSet(false, true)) {
      ended.run();
    }
  }
}
