package dev.assay.testkit.engine;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxRef;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.lease.Leases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// An engine whose sandbox is a folder; each command runs in its own `bwrap` around it. It has the
/// core of the contract only: no recording, no snapshots, no limits. So it can prove nothing about
/// skills.
public final class BubblewrapEngine implements SandboxEngine {
  public static final String NAME = "bubblewrap";

  private final Path storage;
  private final Leases leases;
  private final Map<String, BubblewrapSandbox> living = new ConcurrentHashMap<>();

  public BubblewrapEngine(Path storage, Leases leases) {
    this.storage = storage;
    this.leases = leases;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        Set.of(Feature.BLOCKED_NETWORK, Feature.SEPARATE_STDERR),
        Set.of(),
        Set.of("usr"),
        Map.of(Feature.NETWORK_RECORDING.name(), "bubblewrap records nothing"));
  }

  @Override
  public Sandbox create(SandboxSpec spec) {
    spec.image().requireEngine(NAME);
    spec.image().requireOwn();
    capabilities().check(spec);
    if (!spec.image().layers().isEmpty()) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "There is no layer " + spec.image().layers());
    }
    String id = UUID.randomUUID().toString();
    leases.open(id, NAME, spec);
    leases.named(id, id);
    try {
      Path workspace = Files.createDirectory(storage.resolve(id));
      BubblewrapSandbox made = new BubblewrapSandbox(id, spec, workspace, () -> forget(id));
      living.put(id, made);
      return made;
    } catch (IOException e) {
      leases.close(id);
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The sandbox was not made: " + e, e);
    }
  }

  private void forget(String id) {
    living.remove(id);
    leases.close(id);
  }

  @Override
  public List<SandboxRef> list(Map<String, String> labels) {
    return living.values().stream()
        .filter(one -> one.spec().labels().entrySet().containsAll(labels.entrySet()))
        .map(one -> new SandboxRef(one.id(), one.id()))
        .toList();
  }

  @Override
  public void remove(SandboxRef sandbox) {
    BubblewrapSandbox own = living.get(sandbox.id());
    if (own != null) {
      own.destroy();
    }
  }

  @Override
  public void close() {
    List.copyOf(living.values()).forEach(Sandbox::destroy);
  }
}
