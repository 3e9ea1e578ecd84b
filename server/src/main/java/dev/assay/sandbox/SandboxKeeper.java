package dev.assay.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.skill.sandbox.lease.Leftovers;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a server's sandboxes in order: makes sure that none outlives its right to exist, lists
/// them, and ends one when somebody says so.
public final class SandboxKeeper implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SandboxKeeper.class);

  private final DatabaseLeases leases;
  private final Leftovers leftovers;
  private final Reaper reaper;
  private final List<SandboxEngine> engines;

  public <E extends SandboxEngine & Leftovers> SandboxKeeper(DatabaseLeases leases, E engine) {
    this.leases = leases;
    this.leftovers = engine;
    this.reaper = new Reaper(leases, Map.of(engine.name(), engine));
    this.engines = List.of(engine);
  }

  /// Says that this server lives, and removes what has no right to exist.
  public Reaper.Sweep sweep() {
    leases.beat();
    leftovers.noteUse();
    Reaper.Sweep sweep = reaper.sweep();
    if (!sweep.removed().isEmpty()) {
      log.info("Removed {} abandoned sandboxes", sweep.removed().size());
    }
    sweep.failed().forEach((id, reason) -> log.warn("Sandbox {} stays for now: {}", id, reason));
    return sweep;
  }

  /// Sweeps until nothing more can be removed, as a server does first of all.
  public void sweepAll() {
    Set<String> failed = new HashSet<>();
    Reaper.Sweep sweep = sweep();
    while (!sweep.removed().isEmpty() || failed.addAll(sweep.failed().keySet())) {
      sweep = sweep();
    }
  }

  public List<Lease> list() {
    return leases.list();
  }

  public void end(String id) {
    if (!leases.condemn(id)) {
      throw new AssayException(
          ErrorCode.SANDBOX_NOT_FOUND, "There is no sandbox with the id " + id + ".");
    }
    sweep();
  }

  /// Destroys every sandbox this server made.
  @Override
  public void close() {
    engines.forEach(SandboxEngine::close);
  }
}
