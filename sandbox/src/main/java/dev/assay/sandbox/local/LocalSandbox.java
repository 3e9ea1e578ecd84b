package dev.assay.sandbox.local;

import dev.assay.sandbox.agent.AgentFiles;
import dev.assay.sandbox.agent.AgentLink;
import dev.assay.sandbox.agent.Channel;
import dev.assay.sandbox.agent.CommandText;
import dev.assay.sandbox.agent.Job;
import dev.assay.sandbox.agent.Ports;
import dev.assay.sandbox.evidence.EvidenceBook;
import dev.assay.sandbox.evidence.IsolationProof;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.AccessEvidence;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.PortConnection;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One sandbox of the local engine.
final class LocalSandbox implements Sandbox {
  private static final int SIGXFSZ = 25;

  /// What the sandbox is made of; the engine puts it together.
  record Parts(
      String id,
      SandboxSpec spec,
      Limits limits,
      Map<String, String> variables,
      EvidenceBook book,
      ControlGroup group) {}

  private final Parts parts;
  private final LocalEngine engine;
  private final Set<Job> running = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean destroyed = new AtomicBoolean();
  private final AtomicLong lastDisk = new AtomicLong();

  private final SandboxPause standstill;
  private @Nullable Wiring wiring;
  private volatile Optional<String> proof = Optional.empty();
  private volatile Optional<FinalState> ending = Optional.empty();

  private record Wiring(Supervisor supervisor, AgentLink link, IsolationProof proof) {}

  LocalSandbox(Parts parts, LocalEngine engine) {
    this.parts = parts;
    this.engine = engine;
    this.standstill = new SandboxPause(parts.group());
  }

  /// Connects it to its helper and waits until it is ready and, where it must be, proved offline.
  void wire(Supervisor supervisor) {
    AgentLink link =
        new AgentLink(
            parts.id(),
            supervisor.process().getInputStream(),
            supervisor.process().getOutputStream());
    Wiring fresh =
        new Wiring(supervisor, link, new IsolationProof(link, supervisor.marks(), parts.book()));
    wiring = fresh;
    IsolationProof.Mark attempted;
    try {
      attempted = fresh.proof().attempt(parts.spec().network());
      link.await('R', IsolationProof.PATIENCE_MILLIS);
    } catch (SandboxFailure e) {
      supervisor.awaitEnd();
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The sandbox did not start: " + supervisor.remarks(), e);
    }
    proof = Optional.of(fresh.proof().prove(parts.spec().network(), attempted));
  }

  @Override
  public String id() {
    return parts.id();
  }

  @Override
  public SandboxSpec spec() {
    return parts.spec();
  }

  @Override
  public RunningCommand start(Command command, OutputListener listener) {
    Counters before = counters();
    Job job = begin(command, listener);
    Thread.ofVirtual().name("sandbox-command").start(() -> follow(job, before));
    return job;
  }

  /// On the caller's own thread: there is nobody else to notify meanwhile.
  @Override
  public CommandResult run(Command command) {
    Counters before = counters();
    Job job = begin(command, OutputListener.silent());
    follow(job, before);
    return job.await();
  }

  private Job begin(Command command, OutputListener listener) {
    Job job = new Job(command, openChannel(command), listener);
    running.add(job);
    if (command.bringsInput()) {
      Thread.ofVirtual().name("sandbox-input").start(job::feed);
    }
    return job;
  }

  private void follow(Job job, Counters before) {
    job.follow(seen -> judge(seen, before));
    running.remove(job);
  }

  /// What the kernel and the helper have counted so far.
  private record Counters(long oomKills, long oomKillsByHelper, long refusedProcesses) {}

  private Counters counters() {
    return new Counters(
        parts.group().oomKills(), parts.book().oomKills(), parts.group().refusedProcesses());
  }

  Channel openChannel(Command command) {
    Wiring now = wiring();
    engine.used(parts.id());
    byte[] payload = CommandText.of(command, parts.variables());
    return standstill.talking(
        () ->
            command.input().equals(Command.EMPTY)
                ? now.link().openWithoutInput('X', payload)
                : now.link().open('X', payload));
  }

  /// A command that failed may have run into a limit of the whole sandbox.
  private Outcome judge(Outcome seen, Counters before) {
    boolean failed =
        switch (seen) {
          case Outcome.Exited exited -> exited.code() != 0;
          case Outcome.Signalled _, Outcome.NotFound _, Outcome.OutOfMemory _ -> true;
          case Outcome.TimedOut _, Outcome.LimitExceeded _, Outcome.Killed _ -> false;
        };
    if (!failed) {
      return seen;
    }
    if (parts.group().oomKills() > before.oomKills()) {
      return new Outcome.OutOfMemory();
    }
    if (!parts.group().folders().containsKey("memory")) {
      mark();
      if (parts.book().oomKills() > before.oomKillsByHelper()) {
        return new Outcome.OutOfMemory();
      }
    }
    if (seen instanceof Outcome.OutOfMemory && parts.group().memoryIsAmple()) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The command was not started: the machine has no memory left.");
    }
    if (endedBy(seen, SIGXFSZ)) {
      return new Outcome.LimitExceeded(Limit.DISK); // one file beyond the disk limit
    }
    if (parts.group().refusedProcesses() > before.refusedProcesses()) {
      return new Outcome.LimitExceeded(Limit.PROCESSES);
    }
    return seen;
  }

  /// By the signal itself, or as a shell reports it of its last command.
  private static boolean endedBy(Outcome seen, int signal) {
    return seen.equals(new Outcome.Signalled(signal))
        || seen.equals(new Outcome.Exited(128 + signal));
  }

  /// Called whenever the helper has measured the disk: above the limit and growing ends commands.
  void diskMeasured() {
    long used = parts.book().diskUsed();
    long before = lastDisk.getAndSet(used);
    boolean bytes = used > parts.limits().find(Limit.DISK).orElse(Long.MAX_VALUE);
    boolean files = parts.book().files() > parts.limits().find(Limit.FILES).orElse(Long.MAX_VALUE);
    if ((bytes || files) && used >= before) {
      stopAll(bytes ? Limit.DISK : Limit.FILES);
      killEverything();
    }
  }

  @Override
  public void endProcesses() {
    wiring().link().endProcesses();
  }

  /// Also what earlier commands left running.
  private void killEverything() {
    try {
      wiring().link().send(0, 'B', new byte[0]);
    } catch (SandboxFailure e) {
      if (e.code() != ErrorCode.SANDBOX_GONE) {
        throw e;
      }
    }
  }

  boolean isRunning() {
    return !running.isEmpty();
  }

  private void stopAll(Limit limit) {
    running.forEach(job -> stop(job, limit));
  }

  /// The wall time is over: commands get a moment to be killed and reported, what they did is kept,
  /// then everything ends.
  void expire() {
    try {
      stopAll(Limit.WALL);
      killEverything();
      long deadline = System.nanoTime() + Duration.ofSeconds(2).toNanos();
      while (!running.isEmpty() && System.nanoTime() < deadline) {
        LockSupport.parkNanos(5_000_000);
      }
      FinalState last = new FinalState(network(), access(), metrics());
      ending = Optional.of(last);
    } finally {
      destroy(); // without an ending if the recorder failed: then nobody can know
    }
  }

  private static void stop(Job job, Limit limit) {
    try {
      job.stop(limit);
    } catch (SandboxFailure e) {
      if (e.code() != ErrorCode.SANDBOX_GONE) {
        throw e;
      }
    }
  }

  @Override
  public SandboxFiles files() {
    wiring();
    return new AgentFiles(this, this::openChannel);
  }

  @Override
  public PortConnection dial(int port) {
    return ports().dial(port);
  }

  @Override
  public void listen(int port, Consumer<PortConnection> handler) {
    ports().listen(port, handler);
  }

  private Ports ports() {
    return new Ports(wiring().link(), standstill::talking);
  }

  @Override
  public Metrics metrics() {
    return ending.isPresent() ? ending.get().metrics() : standstill.talking(this::measured);
  }

  private Metrics measured() {
    Map<String, Long> figures =
        CommandText.figures(wiring().link().ask('M', 'm', new byte[0], 5000));
    long cpuMicros = figures.getOrDefault("user", 0L) + figures.getOrDefault("system", 0L);
    long cpu = Math.max(parts.group().cpuNanos(), cpuMicros * 1000);
    long resident = figures.getOrDefault("resident", 0L) * 1024;
    long peak = Math.max(Math.max(parts.group().peakMemory(), parts.book().peakMemory()), resident);
    return new Metrics(
        Duration.ofNanos(cpu),
        peak,
        figures.get("read_bytes:"),
        figures.get("write_bytes:"),
        parts.book().diskUsed(),
        (int) Math.max(0, figures.getOrDefault("processes", 1L) - 1));
  }

  @Override
  public NetworkEvidence network() {
    if (ending.isPresent()) {
      return ending.get().network();
    }
    mark();
    return parts.book().network(proof);
  }

  @Override
  public AccessEvidence access() {
    if (ending.isPresent()) {
      return ending.get().access();
    }
    mark();
    return parts.book().access();
  }

  private void mark() {
    standstill.talking(
        () -> {
          wiring().proof().mark();
          return true;
        });
  }

  /// What is known of it from outside, without asking anybody in it.
  Metrics seenFromOutside() {
    return new Metrics(
        Duration.ofNanos(parts.group().cpuNanos()),
        Math.max(parts.group().peakMemory(), parts.book().peakMemory()),
        null,
        null,
        parts.book().diskUsed(),
        parts.group().processes());
  }

  @Override
  public SandboxImage snapshot() {
    return standstill.halted(
        wiring().link(),
        () -> spec().image().plus(engine.copyLayer(parts.id(), () -> !destroyed.get())));
  }

  @Override
  public SandboxImage freeze() {
    wiring();
    if (!destroyed.compareAndSet(false, true)) {
      throw gone();
    }
    try {
      hangUp();
      return spec().image().plus(engine.adoptLayer(this));
    } finally {
      engine.clear(this, parts.group());
    }
  }

  @Override
  public void destroy() {
    if (destroyed.compareAndSet(false, true)) {
      try {
        hangUp();
      } finally {
        engine.clear(this, parts.group());
      }
    }
  }

  private void hangUp() {
    Wiring now = wiring;
    if (now != null) {
      parts.group().thaw(); // what is frozen cannot end
      now.link().hangUp();
      now.supervisor().awaitEnd();
    }
  }

  private Wiring wiring() {
    Wiring now = wiring;
    if (now == null || destroyed.get()) {
      throw gone();
    }
    return now;
  }

  private SandboxFailure gone() {
    return new SandboxFailure(ErrorCode.SANDBOX_GONE, "The sandbox " + parts.id() + " is gone.");
  }
}
