package dev.assay.sandbox.remote;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxRef;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.lease.Leases;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An engine whose sandboxes are at a provider: leases, labels, snapshots and the end, written
/// once.
public final class RemoteEngine implements SandboxEngine {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteEngine.class);

  /// On every sandbox of ours, and our id of it.
  private static final String MARK = "assay";

  static final String ID = "assay-id";

  private final RemoteProvider provider;
  private final Leases leases;
  private final Map<String, RemoteSandbox> living = new ConcurrentHashMap<>();
  private final RecordingProbe probe = new RecordingProbe(this::tryRecording);

  public RemoteEngine(RemoteProvider provider, Leases leases) {
    this.provider = provider;
    this.leases = leases;
  }

  @Override
  public String name() {
    return provider.name();
  }

  @Override
  public String place() {
    return provider.name() + ":" + provider.place();
  }

  @Override
  public Capabilities capabilities() {
    return probe.find().with(provider.capabilities());
  }

  /// Tries in a sandbox that is made for it whether both kinds of network can be recorded there.
  private RecordingAbility tryRecording() {
    SandboxImage base = SandboxImage.of(name(), provider.requireBase());
    SandboxSpec spec = SandboxSpec.of(base, "recording").withPurpose("recording");
    try (RemoteSandbox tried = make(spec)) {
      try {
        NestedSandbox open = NestedSandbox.start(tried.host(), spec.withNetwork(Network.open()));
        NestedSandbox _ = NestedSandbox.start(tried.host(), spec);
        return new RecordingAbility(open.tellsExecutions(), "");
      } catch (SandboxFailure e) {
        if (e.code() != ErrorCode.SANDBOX_UNSUPPORTED) {
          throw e;
        }
        return new RecordingAbility(false, e.reason());
      }
    }
  }

  /// Sandboxes start from what the provider has, whatever the choice for this machine is.
  @Override
  public String requireBase(String choice) {
    try {
      return provider.requireBase();
    } catch (AssayException e) {
      probe.note(e);
      throw e;
    }
  }

  /// How many requests were sent to the provider so far.
  public long calls() {
    return provider.calls();
  }

  @Override
  public Sandbox create(SandboxSpec spec) {
    spec.image().requireEngine(name());
    capabilities().check(spec);
    boolean records = probe.find().records();
    RemoteSandbox made = make(spec);
    try {
      if (records) {
        ReadOnlyFolders.put(spec, made);
        NestedSandbox _ = made.nest();
      } else if (spec.network() instanceof Network.Blocked) {
        OfflineProbe.require(made);
      }
      spec.limits().find(Limit.WALL).ifPresent(millis -> made.endAfter(Duration.ofMillis(millis)));
      return made;
    } catch (RuntimeException e) {
      throw destroyed(made, e);
    }
  }

  private static RuntimeException destroyed(RemoteSandbox made, RuntimeException reason) {
    try {
      made.destroy();
    } catch (RuntimeException second) {
      reason.addSuppressed(second);
    }
    return reason;
  }

  /// A sandbox as the provider makes it, with its lease.
  private RemoteSandbox make(SandboxSpec spec) {
    String id = UUID.randomUUID().toString();
    Map<String, String> labels = new HashMap<>(spec.labels());
    labels.put(MARK, "sandbox");
    labels.put(ID, id);
    leases.open(id, name(), place(), spec);
    RemoteHost host;
    try {
      host = provider.create(id, spec, labels);
    } catch (RuntimeException e) {
      leases.close(id);
      throw e;
    }
    RemoteSandbox made =
        new RemoteSandbox(
            id,
            spec,
            host,
            () -> leases.touch(id),
            () -> {
              living.remove(id);
              leases.close(id);
            });
    living.put(id, made);
    try {
      leases.named(id, host.providerId());
      return made;
    } catch (RuntimeException e) {
      throw destroyed(made, e);
    }
  }

  @Override
  public List<SandboxRef> list(Map<String, String> labels) {
    Map<String, String> wanted = new HashMap<>(labels);
    wanted.put(MARK, "sandbox");
    return provider.list(wanted).entrySet().stream()
        .map(entry -> new SandboxRef(entry.getValue(), entry.getKey()))
        .toList();
  }

  @Override
  public void remove(SandboxRef sandbox) {
    RemoteSandbox own = living.get(sandbox.id());
    if (own != null) {
      own.destroy();
      return;
    }
    if (!sandbox.providerId().isEmpty()) {
      provider.delete(sandbox.providerId());
      return;
    }
    provider.list(Map.of(MARK, "sandbox", ID, sandbox.id())).keySet().forEach(provider::delete);
  }

  @Override
  public void noteUse() {
    for (RemoteSandbox one : living.values()) {
      if (one.isBusy()) {
        leases.touch(one.id());
      }
      try {
        one.extend();
      } catch (AssayException e) {
        LOG.warn("The sandbox {} at {} may end early: {}", one.id(), name(), e.reason());
      }
    }
  }

  /// Every snapshot of a provider is whole: the last one is all that an image needs.
  @Override
  public SandboxImage squash(SandboxImage image) {
    return image.layers().size() < 2 ? image : image.bare().plus(image.layers().getLast());
  }

  /// Nobody sees from outside what a provider's snapshot changed.
  @Override
  public List<LayerEntry> changes(SandboxImage image) {
    throw new SandboxFailure(
        ErrorCode.SANDBOX_UNSUPPORTED,
        "Skills with packages cannot be proved at %s (LAYER_CHANGES: what a snapshot there changed cannot be compared with what the packages claim). Validate them with assay.sandbox.engine: local or docker."
            .formatted(name()));
  }

  /// A provider does not say how much a snapshot takes.
  @Override
  public long size(SandboxImage image) {
    return image.layers().isEmpty() ? 0 : SandboxEngine.super.size(image);
  }

  @Override
  public int collect(Collection<SandboxImage> kept, Instant madeBefore) {
    if (!capabilities().has(Feature.SNAPSHOT)) {
      return 0;
    }
    Set<String> used = new HashSet<>();
    kept.forEach(image -> used.addAll(image.layers()));
    living.values().forEach(one -> used.addAll(one.spec().image().layers()));
    int removed = 0;
    for (Map.Entry<String, String> one : provider.snapshots(SnapshotName.PREFIX).entrySet()) {
      boolean old =
          SnapshotName.findTime(one.getValue())
              .filter(time -> time.isBefore(madeBefore))
              .isPresent();
      if (old && !used.contains(one.getKey())) {
        provider.deleteSnapshot(one.getKey());
        removed++;
      }
    }
    return removed;
  }

  /// One that cannot be destroyed never keeps the others alive.
  @Override
  public void close() {
    for (RemoteSandbox one : List.copyOf(living.values())) {
      try {
        one.destroy();
      } catch (AssayException e) {
        LOG.warn(
            "The sandbox {} at {} was not destroyed: {} Its lease stays open until it is.",
            one.id(),
            name(),
            e.reason());
      }
    }
  }
}
