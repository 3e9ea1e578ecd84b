package dev.assay.sandbox.docker;

import dev.assay.sandbox.agent.AgentFiles;
import dev.assay.sandbox.agent.AgentLink;
import dev.assay.sandbox.agent.Channel;
import dev.assay.sandbox.agent.CommandText;
import dev.assay.sandbox.agent.Job;
import dev.assay.sandbox.agent.Ports;
import dev.assay.sandbox.evidence.EvidenceBook;
import dev.assay.sandbox.evidence.IsolationProof;
import dev.assay.sandbox.local.network.AllowListProxy;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.AccessEvidence;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.Network;
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
import dev.assay.skill.sandbox.UsualVariables;
import java.io.IOException;
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

/// One container, whose first process is the helper that we speak with over its input and output.
/// When the connection ends, so does the container: nothing outlives this server.
final class DockerSandbox implements Sandbox {
  private static final long PATIENCE_MILLIS = 30_000;
  private static final int SIGXFSZ = 25;

  private final String id;
  private final String container;
  private final SandboxSpec spec;
  private final DockerEngine engine;
  private final Map<String, String> variables;
  private final Set<Job> running = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean destroyed = new AtomicBoolean();
  private final AtomicLong memoryKills = new AtomicLong();
  private volatile Optional<Metrics> last = Optional.empty();
  private final AtomicLong disk = new AtomicLong();
  private volatile Optional<AccessEvidence> lastAccess = Optional.empty();
  private volatile Optional<NetworkEvidence> lastNetwork = Optional.empty();
  private volatile Optional<Recording> recording = Optional.empty();
  private @Nullable AgentLink link;
  private DockerSocket.@Nullable Stream stream;

  DockerSandbox(String id, String container, SandboxSpec spec, DockerEngine engine) {
    this.id = id;
    this.container = container;
    this.spec = spec;
    this.engine = engine;
    this.variables = UsualVariables.of(spec, "root", "/root");
    if (spec.network() instanceof Network.AllowList) {
      AllowListProxy.variables().forEach(variables::putIfAbsent);
    }
  }

  private EvidenceBook evidence() {
    return recording.orElseThrow().recorder().book();
  }

  private record Recording(ContainerRecorder recorder, IsolationProof isolation, String proof) {}

  /// Waits until it is ready and, where it must be, proved offline.
  void begin(DockerSocket.Stream attached, Runnable start) {
    stream = attached;
    AgentLink fresh = new AgentLink(id, new OutputFrames(attached.input()), attached.output());
    link = fresh;
    try {
      start.run();
      String _ = fresh.await('R', PATIENCE_MILLIS);
      if (engine.records()) {
        record(fresh);
        if (spec.network() instanceof Network.AllowList list) {
          listen(AllowListProxy.PORT, engine.proxy(list, evidence())::serve);
        }
      } else if (spec.network() instanceof Network.Blocked) {
        requireOffline();
      }
    } catch (RuntimeException e) {
      loseConnection();
      throw e;
    }
  }

  private void record(AgentLink fresh) {
    ContainerRecorder recorder = engine.startRecorder(this, this::measured);
    try {
      IsolationProof isolation = new IsolationProof(fresh, recorder.marks(), recorder.book());
      recording =
          Optional.of(
              new Recording(
                  recorder,
                  isolation,
                  isolation.prove(spec.network(), isolation.attempt(spec.network()))));
    } catch (RuntimeException e) {
      recorder.close();
      throw e;
    }
  }

  /// There is no interface but loopback, so nothing can leave.
  private void requireOffline() {
    String table = files().readText("/proc/net/dev");
    boolean alone =
        table
            .lines()
            .skip(2)
            .map(line -> line.strip().split(":", 2)[0])
            .allMatch(name -> name.equals("lo"));
    if (!alone) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_NOT_OFFLINE,
          "The container was to have no network and has interfaces besides loopback.");
    }
  }

  String container() {
    return container;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public SandboxSpec spec() {
    return spec;
  }

  @Override
  public RunningCommand start(Command command, OutputListener listener) {
    Job job = new Job(command, openChannel(command), listener);
    running.add(job);
    if (command.bringsInput()) {
      Thread.ofVirtual().name("sandbox-input").start(job::feed);
    }
    Thread.ofVirtual()
        .name("sandbox-command")
        .start(
            () -> {
              job.follow(this::judge);
              running.remove(job);
            });
    return job;
  }

  private Channel openChannel(Command command) {
    AgentLink now = link();
    engine.used(id);
    byte[] payload = CommandText.of(command, variables);
    return command.input().equals(Command.EMPTY)
        ? now.openWithoutInput('X', payload)
        : now.open('X', payload);
  }

  /// Called whenever it was measured: above a limit and not shrinking ends commands, also what
  /// earlier ones left running.
  private void measured() {
    if (recording.isEmpty()) {
      return; // it is not ready yet
    }
    EvidenceBook book = evidence();
    long used = book.diskUsed();
    long before = disk.getAndSet(used);
    boolean bytes = used > spec.limits().find(Limit.DISK).orElse(Long.MAX_VALUE);
    boolean files = book.files() > spec.limits().find(Limit.FILES).orElse(Long.MAX_VALUE);
    if ((bytes || files) && used >= before) {
      running.forEach(job -> stop(job, bytes ? Limit.DISK : Limit.FILES));
      unlessGone(() -> link().send(0, 'B', new byte[0]));
    }
  }

  @Override
  public void endProcesses() {
    link().endProcesses();
  }

  /// A command that was killed may have run out of the container's memory.
  private Outcome judge(Outcome seen) {
    if (spec.limits().find(Limit.DISK).isPresent() && endedBy(seen, SIGXFSZ)) {
      return new Outcome.LimitExceeded(Limit.DISK); // one file beyond the limit
    }
    boolean killed = seen instanceof Outcome.Signalled || seen instanceof Outcome.OutOfMemory;
    boolean failed = seen instanceof Outcome.Exited exited && exited.code() != 0;
    if ((killed || failed) && spec.limits().find(Limit.MEMORY).isPresent()) {
      long before = memoryKills.get();
      long now = Kernel.memoryKills(kernelFiles());
      memoryKills.accumulateAndGet(now, Math::max);
      if (now > before) {
        return new Outcome.OutOfMemory();
      }
    }
    return seen;
  }

  /// By the signal itself, or as a shell reports it of its last command.
  private static boolean endedBy(Outcome seen, int signal) {
    return seen.equals(new Outcome.Signalled(signal))
        || seen.equals(new Outcome.Exited(128 + signal));
  }

  /// Without a judge, because the judge itself reads them.
  private SandboxFiles kernelFiles() {
    return new AgentFiles(new Unjudged(), this::openChannel);
  }

  private final class Unjudged implements Sandbox {
    @Override
    public String id() {
      return id;
    }

    @Override
    public SandboxSpec spec() {
      return spec;
    }

    @Override
    public RunningCommand start(Command command, OutputListener listener) {
      Job job = new Job(command, openChannel(command), listener);
      job.follow(seen -> seen);
      return job;
    }

    @Override
    public void destroy() {}
  }

  boolean isRunning() {
    return !running.isEmpty();
  }

  @Override
  public SandboxFiles files() {
    link();
    return new AgentFiles(this, this::openChannel);
  }

  @Override
  public PortConnection dial(int port) {
    return new Ports(link()).dial(port);
  }

  @Override
  public void listen(int port, Consumer<PortConnection> handler) {
    new Ports(link()).listen(port, handler);
  }

  @Override
  public NetworkEvidence network() {
    if (lastNetwork.isPresent()) {
      return lastNetwork.get();
    }
    AgentLink _ = link();
    if (recording.isEmpty()) {
      return Sandbox.super.network();
    }
    Recording now = recording.get();
    now.isolation().mark();
    return now.recorder().book().network(Optional.of(now.proof()));
  }

  @Override
  public AccessEvidence access() {
    if (lastAccess.isPresent()) {
      return lastAccess.get();
    }
    AgentLink _ = link();
    if (recording.isEmpty()) {
      return Sandbox.super.access();
    }
    recording.get().isolation().mark();
    return evidence().access();
  }

  @Override
  public Metrics metrics() {
    return last.orElseGet(
        () -> {
          Map<String, Long> figures =
              CommandText.figures(link().ask('M', 'm', new byte[0], PATIENCE_MILLIS));
          return Kernel.metrics(figures, kernelFiles());
        });
  }

  @Override
  public SandboxImage snapshot() {
    link();
    return engine.commit(this);
  }

  @Override
  public SandboxImage freeze() {
    link();
    SandboxImage image = engine.commit(this);
    destroy();
    return image;
  }

  /// The wall time is over: commands get a moment to be killed and reported, then everything ends.
  void expire() {
    try {
      running.forEach(job -> stop(job, Limit.WALL));
      link().send(0, 'B', new byte[0]);
      long deadline = System.nanoTime() + Duration.ofSeconds(2).toNanos();
      while (!running.isEmpty() && System.nanoTime() < deadline) {
        LockSupport.parkNanos(5_000_000);
      }
      last = Optional.of(metrics());
      if (recording.isPresent()) {
        lastAccess = Optional.of(access());
        lastNetwork = Optional.of(network());
      }
    } finally {
      destroy();
    }
  }

  private static void stop(Job job, Limit limit) {
    unlessGone(() -> job.stop(limit));
  }

  private static void unlessGone(Runnable work) {
    try {
      work.run();
    } catch (AssayException e) {
      if (e.code() != ErrorCode.SANDBOX_GONE) {
        throw e;
      }
    }
  }

  @Override
  public void destroy() {
    if (destroyed.compareAndSet(false, true)) {
      try {
        loseConnection();
      } finally {
        recording.ifPresent(now -> now.recorder().close());
        engine.clear(this);
      }
    }
  }

  /// As when this process dies.
  void loseConnection() {
    try {
      if (stream != null) {
        stream.close();
      }
    } catch (IOException e) {
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The connection stays: " + e, e);
    }
  }

  private AgentLink link() {
    AgentLink now = link;
    if (now == null || destroyed.get()) {
      throw new SandboxFailure(ErrorCode.SANDBOX_GONE, "The sandbox " + id + " is gone.");
    }
    return now;
  }
}
