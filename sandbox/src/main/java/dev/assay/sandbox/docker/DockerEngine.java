package dev.assay.sandbox.docker;

import dev.assay.sandbox.agent.HelperFile;
import dev.assay.sandbox.evidence.EvidenceBook;
import dev.assay.sandbox.local.KernelProbe;
import dev.assay.sandbox.local.MachinePrograms;
import dev.assay.sandbox.local.network.AllowList;
import dev.assay.sandbox.local.network.AllowListProxy;
import dev.assay.sandbox.settings.DockerSettings;
import dev.assay.skill.Architecture;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxRef;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.lease.Leases;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// Sandboxes as containers.
public final class DockerEngine implements SandboxEngine {
  public static final String NAME = "docker";
  private static final String RESOLVER = "nameserver 10.0.2.3\noptions timeout:2 attempts:2\n";

  private final DockerSettings settings;
  private final Leases leases;
  private final DockerDaemon daemon;
  private final DockerBases bases;
  private final DockerLayers layers;
  private final Path helper;
  private final String user;
  private final String place;
  private final DockerAbilities abilities;
  private final WatchedTrees watched;
  private final Path resolver;
  private final Optional<Path> slirp = MachinePrograms.find("slirp4netns");
  private final Map<String, DockerSandbox> living = new ConcurrentHashMap<>();
  private final Map<String, Future<?>> ends = new ConcurrentHashMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("docker-clock").factory());

  public DockerEngine(DockerSettings settings, Leases leases) {
    this.leases = leases;
    this.daemon = new DockerDaemon(settings.socket());
    this.bases = new DockerBases(daemon, settings.storage());
    this.layers = new DockerLayers(daemon, bases);
    JsonNode about = daemon.info();
    this.place = NAME + ":" + DaemonIdentity.of(about, daemon.info());
    try {
      Path bin = Files.createDirectories(settings.storage().resolve("bin"));
      this.helper = HelperFile.unpack(bin, Architecture.own()).toRealPath();
      this.watched =
          new WatchedTrees(
              Files.createDirectories(settings.storage().resolve("containers")).toRealPath());
      this.user = Files.getAttribute(bin, "unix:uid") + ":" + Files.getAttribute(bin, "unix:gid");
      boolean records = user.startsWith("0:") && settings.runtime().isEmpty();
      this.settings = records ? settings.withoutNetwork() : settings;
      this.abilities =
          new DockerAbilities(
              records,
              records ? slirp.isPresent() : settings.openNetwork().isPresent(),
              distinguishesExecutions(settings.storage()),
              settings.runtime().isEmpty(),
              about.path("Driver").asString(""));
      this.resolver = Files.writeString(helper.resolveSibling("resolv.conf"), RESOLVER);
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_UNAVAILABLE, "The folder for the helper cannot be made: " + e, e);
    }
  }

  private static boolean distinguishesExecutions(Path storage) {
    return KernelProbe.ask(storage).getOrDefault("executions", "no").startsWith("ok");
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String place() {
    return place;
  }

  @Override
  public Capabilities capabilities() {
    return abilities.with(bases.names());
  }

  @Override
  public String requireBase(String choice) {
    return bases.require(choice);
  }

  @Override
  public Sandbox create(SandboxSpec spec) {
    spec.image().requireEngine(NAME);
    spec.image().requireOwn();
    capabilities().check(spec);
    String image = layers.reference(spec.image());
    String id = UUID.randomUUID().toString();
    leases.open(id, NAME, place, spec);
    try {
      List<Map<String, Object>> mounts = mounts(id, spec);
      String container =
          daemon.createContainer(
              containerName(id),
              ContainerSettings.of(id, spec, image, mounts, helper, user, settings));
      leases.named(id, container);
      DockerSandbox sandbox = new DockerSandbox(id, container, spec, this);
      living.put(id, sandbox);
      sandbox.begin(daemon.attach(container), () -> daemon.start(container));
      spec.limits().find(Limit.WALL).ifPresent(millis -> expireAfter(sandbox, millis));
      return sandbox;
    } catch (RuntimeException e) {
      living.remove(id);
      daemon.remove(containerName(id));
      watched.remove(id);
      leases.close(id);
      throw e;
    }
  }

  /// Whether the network of containers is ours, so that everything tried there is recorded.
  boolean records() {
    return abilities.records();
  }

  ContainerRecorder startRecorder(DockerSandbox sandbox, Runnable measured) {
    SandboxSpec spec = sandbox.spec();
    JsonNode container = daemon.inspect(sandbox.container());
    boolean limited =
        spec.limits().find(Limit.DISK).isPresent() || spec.limits().find(Limit.FILES).isPresent();
    return ContainerRecorder.start(
        helper,
        watched.recorder(sandbox.id()),
        new ContainerRecorder.Subject(
            container.path("State").path("Pid").asLong(),
            sandbox.container(),
            spec.network() instanceof Network.Open ? slirp : Optional.empty(),
            watched.seen(sandbox.id(), spec.mounts()),
            spec.fixed(),
            abilities.executions(),
            limited ? WrittenFolders.of(container) : List.of()),
        measured);
  }

  AllowListProxy proxy(Network.AllowList list, EvidenceBook book) {
    try {
      return new AllowListProxy(AllowList.of(list.hosts(), List.of()), book);
    } catch (SocketException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The addresses of this machine cannot be read: " + e, e);
    }
  }

  private List<Map<String, Object>> mounts(String id, SandboxSpec spec) {
    List<Map<String, Object>> mounts = new ArrayList<>();
    if (records()) {
      mounts.add(ContainerSettings.bind(resolver, "/etc/resolv.conf", Mount.Access.READ_ONLY));
    }
    if (bases.isHost(spec.image().base())) {
      for (Path own : DockerBases.ofTheMachine()) {
        mounts.add(ContainerSettings.bind(own, own.toString(), Mount.Access.READ_ONLY));
      }
    }
    watched.copy(id, spec.mounts());
    for (Mount mount : watched.seen(id, spec.mounts())) {
      mounts.add(ContainerSettings.bind(mount.source(), mount.target(), mount.access()));
    }
    return mounts;
  }

  private void expireAfter(DockerSandbox sandbox, long millis) {
    ends.put(
        sandbox.id(),
        clock.schedule(
            () -> Thread.ofVirtual().name("sandbox-end").start(sandbox::expire),
            millis,
            TimeUnit.MILLISECONDS));
  }

  SandboxImage commit(DockerSandbox sandbox) {
    return layers.commit(sandbox.container(), sandbox.spec().image());
  }

  void used(String id) {
    leases.touch(id);
  }

  void clear(DockerSandbox sandbox) {
    daemon.remove(sandbox.container());
    watched.remove(sandbox.id());
    living.remove(sandbox.id());
    Future<?> end = ends.remove(sandbox.id());
    if (end != null) {
      end.cancel(false);
    }
    leases.close(sandbox.id());
  }

  @Override
  public List<SandboxRef> list(Map<String, String> labels) {
    List<String> wanted = new ArrayList<>(List.of(ContainerSettings.ID));
    labels.forEach((name, value) -> wanted.add(ContainerSettings.OWN_LABEL + name + "=" + value));
    List<SandboxRef> found = new ArrayList<>();
    for (JsonNode container : daemon.containers(wanted)) {
      found.add(
          new SandboxRef(
              container.path("Labels").path(ContainerSettings.ID).asString(),
              container.path("Id").asString()));
    }
    return found;
  }

  @Override
  public void remove(SandboxRef sandbox) {
    DockerSandbox own = living.get(sandbox.id());
    if (own != null) {
      own.destroy();
    } else {
      daemon.remove(containerName(sandbox.id()));
      watched.remove(sandbox.id());
    }
  }

  private static String containerName(String id) {
    return "assay-" + id;
  }

  @Override
  public void noteUse() {
    living.values().stream().filter(DockerSandbox::isRunning).forEach(one -> used(one.id()));
  }

  @Override
  public Optional<Metrics> look(String sandboxId) {
    return Optional.ofNullable(living.get(sandboxId)).map(one -> Metrics.unknown());
  }

  @Override
  public SandboxImage squash(SandboxImage image) {
    return layers.squash(image);
  }

  @Override
  public List<LayerEntry> changes(SandboxImage image) {
    image.requireEngine(NAME);
    return capabilities().has(Feature.LAYER_CHANGES)
        ? layers.changes(image)
        : SandboxEngine.super.changes(image);
  }

  @Override
  public void publish(Map<String, SandboxImage> versions) {
    layers.publish(versions);
  }

  @Override
  public long size(SandboxImage image) {
    return layers.size(image);
  }

  @Override
  public int collect(Collection<SandboxImage> kept, Instant madeBefore) {
    return layers.collect(kept, madeBefore);
  }

  @Override
  public void close() {
    clock.shutdownNow();
    AssayException failed = null;
    for (DockerSandbox sandbox : List.copyOf(living.values())) {
      try {
        sandbox.destroy();
      } catch (AssayException e) {
        failed = e; // the others first
      }
    }
    if (failed != null) {
      throw failed;
    }
  }
}
