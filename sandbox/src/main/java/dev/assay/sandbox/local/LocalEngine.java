package dev.assay.sandbox.local;

import dev.assay.sandbox.evidence.EvidenceBook;
import dev.assay.sandbox.local.network.AllowList;
import dev.assay.sandbox.local.network.AllowListProxy;
import dev.assay.sandbox.settings.DebianBuild;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Uninterrupted;
import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.LayerArchive;
import dev.assay.skill.sandbox.LayerDigests;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxRef;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.skill.sandbox.lease.Leases;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/// Sandboxes out of this machine's own kernel.
public final class LocalEngine implements LocalSandboxes {
  static final String NAME = "local";

  private final LocalSettings settings;
  private final Leases leases;
  private final EngineFolders storage;
  private final NativeProgram program;
  private final WaitingHelper helper;
  private final Machine machine;
  private final Bases bases;
  private final LayerStore layers;
  private final LayerCheck check;
  private final Optional<LayerTransfer> transfer;
  private final LayerDigests digests;
  private final Secrets secrets;
  private final ImportedBases imported;
  private final WatchedCopies watched;
  private final Map<String, LocalSandbox> living = new ConcurrentHashMap<>();
  private final Set<String> making = ConcurrentHashMap.newKeySet();
  private final Set<String> unwanted = ConcurrentHashMap.newKeySet();
  private final Map<String, Future<?>> ends = new ConcurrentHashMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("sandbox-clock").factory());

  public LocalEngine(LocalSettings settings, Leases leases) {
    this(settings, leases, Optional.empty(), LayerDigests.ofProcess());
  }

  /// @param archive through which layers and the `debian` base get to other servers
  /// @param digests of layers as they were admitted
  public LocalEngine(
      LocalSettings settings, Leases leases, Optional<LayerArchive> archive, LayerDigests digests) {
    this.settings = settings;
    this.leases = leases;
    this.storage = EngineFolders.open(settings.storage());
    this.program = NativeProgram.unpack(storage.folder("bin"));
    this.helper = new WaitingHelper(program);
    this.machine = Machine.examine(program, storage.root());
    this.bases = new Bases(storage);
    this.transfer = archive.map(each -> new LayerTransfer(each, storage));
    this.layers = new LayerStore(storage, program, transfer);
    this.check = new LayerCheck(storage, program, digests);
    this.digests = digests;
    this.secrets = new Secrets(settings, storage);
    this.imported = new ImportedBases(storage, bases, layers, this);
    this.watched = new WatchedCopies(storage, layers::remove);
    try {
      watched.clear();
      bases.nameOld();
      bases.prepareHost();
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_UNAVAILABLE, "The sandbox storage cannot be prepared: " + e, e);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Capabilities capabilities() {
    return machine.capabilities(bases.names());
  }

  @Override
  public Sandbox create(SandboxSpec spec) {
    Future<Set<Path>> hidden = secrets.findBeside();
    machine.require();
    spec.image().requireEngine(NAME);
    spec.image().requireOwn();
    Capabilities here = capabilities();
    here.check(spec);
    String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    leases.open(id, NAME, spec); // its id is all that we know it by: one write is enough
    making.add(id);
    try {
      layers.use(id, spec.image());
      Future<?> comparison = check.beside(spec.image().layers());
      LocalSandbox made = build(id, spec, here, hidden);
      LayerCheck.await(comparison);
      making.remove(id);
      if (unwanted.remove(id)) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_GONE, "The sandbox " + id + " was removed while it was made.");
      }
      helper.prepare();
      return made;
    } catch (IOException e) {
      abandon(id);
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The sandbox was not made: " + e, e);
    } catch (RuntimeException e) {
      abandon(id);
      throw e;
    } finally {
      making.remove(id);
      unwanted.remove(id);
    }
  }

  private LocalSandbox build(
      String id, SandboxSpec spec, Capabilities here, Future<Set<Path>> hidden) throws IOException {
    Limits limits = effective(spec.limits(), here);
    Base base = bases.find(spec.image().base());
    ControlGroup group = machine.groups().make(id, limits);
    EvidenceBook book = new EvidenceBook();
    Map<String, String> variables = Environment.of(spec, base);
    LocalSandbox sandbox =
        new LocalSandbox(new LocalSandbox.Parts(id, spec, limits, variables, book, group), this);
    Launch launch = launch(id, spec, base, hidden);
    launch.limits(limits, group);
    Supervisor supervisor = Supervisor.start(helper, id, launch, book, sandbox::diskMeasured);
    living.put(id, sandbox);
    sandbox.wire(supervisor);
    if (spec.network() instanceof Network.AllowList list) {
      AllowList allowed = AllowList.of(list.hosts(), settings.deniedNetworks());
      sandbox.listen(AllowListProxy.PORT, new AllowListProxy(allowed, book)::serve);
    }
    limits.find(Limit.WALL).ifPresent(millis -> expireAfter(sandbox, millis));
    return sandbox;
  }

  private Launch launch(String id, SandboxSpec spec, Base base, Future<Set<Path>> hidden)
      throws IOException {
    Launch launch = new Launch();
    launch.place(storage, id, program, machine);
    launch.tree(base, spec.image().layers(), storage, Secrets.of(hidden));
    Iterator<Path> copies =
        watched
            .make(
                id,
                spec.mounts().stream()
                    .filter(mount -> mount.access() == Mount.Access.WATCHED)
                    .map(mount -> mount.source().toAbsolutePath())
                    .toList())
            .iterator();
    for (Mount mount : spec.mounts()) {
      boolean own = mount.access() == Mount.Access.WATCHED;
      launch.mount(own ? copies.next() : mount.source().toAbsolutePath(), mount);
    }
    spec.fixed().forEach(folder -> launch.add("fixed", folder));
    launch.network(spec, machine, settings.deniedNetworks());
    settings.egress().ifPresent(path -> launch.add("egress", path.toString()));
    return launch;
  }

  /// What the spec asks for, and our own prudence for the rest, as far as it can be enforced.
  private Limits effective(Limits asked, Capabilities here) {
    Limits all = asked;
    for (Limit limit : settings.defaults().asked()) {
      if (!asked.asked().contains(limit) && here.enforces(limit)) {
        all = all.with(limit, settings.defaults().find(limit).orElseThrow());
      }
    }
    return all;
  }

  private void expireAfter(LocalSandbox sandbox, long millis) {
    Future<?> end =
        clock.schedule(
            () -> Thread.ofVirtual().name("sandbox-end").start(sandbox::expire),
            millis,
            TimeUnit.MILLISECONDS);
    ends.put(sandbox.id(), end);
  }

  void used(String id) {
    leases.touch(id);
  }

  String copyLayer(String id, BooleanSupplier intact) {
    return layers.copy(id, intact);
  }

  String adoptLayer(LocalSandbox sandbox) {
    return sandbox.spec().purpose().equals(ImportedBases.PURPOSE)
        ? layers.adoptHere(sandbox.id()) // a base, which is no layer for long
        : layers.adopt(sandbox.id());
  }

  /// Removes what a sandbox had, once its processes are gone.
  void clear(LocalSandbox sandbox, ControlGroup group) {
    living.remove(sandbox.id());
    Future<?> end = ends.remove(sandbox.id());
    if (end != null) {
      end.cancel(false);
    }
    Uninterrupted.run(
        () -> {
          group.remove();
          watched.end(sandbox.id());
          layers.discard(sandbox.id());
          leases.close(sandbox.id());
        });
  }

  private void abandon(String id) {
    LocalSandbox sandbox = living.get(id);
    if (sandbox != null) {
      sandbox.destroy();
    } else {
      clearAway(id);
      leases.close(id);
    }
  }

  private void clearAway(String id) {
    machine.groups().find(id).thaw();
    LeftoverProcesses.killProcesses(id);
    machine.groups().find(id).remove();
    layers.discard(id);
  }

  @Override
  public void remove(SandboxRef sandbox) {
    String sandboxId = sandbox.id();
    if (making.contains(sandboxId)) {
      unwanted.add(sandboxId); // whoever makes it ends it
      if (making.contains(sandboxId)) {
        return;
      }
      unwanted.remove(sandboxId);
    }
    LocalSandbox own = living.get(sandboxId);
    if (own != null) {
      own.destroy();
      return;
    }
    clearAway(sandboxId);
  }

  @Override
  public List<SandboxRef> list(Map<String, String> labels) {
    return leases.list().stream()
        .filter(lease -> lease.engine().equals(NAME))
        .filter(lease -> lease.labels().entrySet().containsAll(labels.entrySet()))
        .map(Lease::ref)
        .toList();
  }

  @Override
  public void noteUse() {
    living.values().stream().filter(LocalSandbox::isRunning).forEach(one -> used(one.id()));
  }

  @Override
  public Optional<Metrics> look(String sandboxId) {
    return Optional.ofNullable(living.get(sandboxId)).map(LocalSandbox::seenFromOutside);
  }

  @Override
  public SandboxImage squash(SandboxImage image) {
    check.require(image.layers());
    return layers.squash(image);
  }

  @Override
  public List<LayerEntry> changes(SandboxImage image) {
    if (image.layers().isEmpty()) {
      return List.of();
    }
    Base base = bases.find(image.base());
    Set<String> hidden =
        secrets.find().stream()
            .map(base::placeOf)
            .filter(place -> !place.startsWith("root/"))
            .collect(Collectors.toSet());
    String layer = image.layers().getLast();
    List<LayerEntry> all = LayerScan.entries(program, layers.path(layer));
    check.admit(layer, all);
    return new LayerScan(base, hidden).seen(all);
  }

  @Override
  public void requireIntact(SandboxImage image) {
    check.require(image.layers());
  }

  @Override
  public void requireIntactInFull(SandboxImage image) {
    image.layers().forEach(layers::path);
    check.forget(image.layers());
    check.require(image.layers());
  }

  @Override
  public void share(Collection<SandboxImage> images) {
    images.stream()
        .filter(image -> image.engine().equals(NAME))
        .forEach(image -> layers.share(image.layers()));
  }

  @Override
  public long size(SandboxImage image) {
    return layers.size(image.layers());
  }

  @Override
  public int collect(Collection<SandboxImage> kept, Instant madeBefore) {
    Set<String> used = new HashSet<>();
    kept.forEach(image -> used.addAll(image.layers()));
    digests.collect(used, madeBefore);
    kept.forEach(image -> used.add(image.base()));
    return layers.collect(used, madeBefore) + imported.collect(used, madeBefore);
  }

  @Override
  public void buildDebianBase(DebianBuild build) {
    new DebianBase(storage, bases).build(build);
  }

  @Override
  public String importBase(Path source) {
    return imported.take(new BaseSource(source));
  }

  @Override
  public String requireBase(String choice) {
    String name =
        choice.contains("/")
            ? ImportedBases.find(storage.root(), new BaseSource(Path.of(choice)))
                .orElseGet(() -> importBase(Path.of(choice)))
            : choice;
    if (name.equals(SandboxImage.DEBIAN)) {
      transfer.ifPresent(each -> each.settle(bases.folder(name), layers::remove));
    }
    if (!bases.names().contains(name)) {
      throw new AssayException(
          ErrorCode.CONFIGURATION_INVALID,
          "There is no base \"%s\" on this home: %s."
              .formatted(
                  name, capabilities().missing().getOrDefault("base " + name, "it is unknown")));
    }
    return name;
  }

  @Override
  public void close() {
    clock.shutdownNow();
    helper.close();
    AssayException failed = null;
    for (LocalSandbox sandbox : Set.copyOf(living.values())) {
      try {
        sandbox.destroy();
      } catch (AssayException e) {
        failed = e; // the others first
      }
    }
    watched.close();
    if (failed != null) {
      throw failed;
    }
  }
}
