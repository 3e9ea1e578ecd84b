package dev.assay.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.lease.Lease;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a server's sandboxes in order: makes sure that none outlives its right to exist, lists
/// them, and ends one when somebody says so.
public final class SandboxKeeper implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SandboxKeeper.class);

  private final DatabaseLeases leases;
  private final Reaper reaper;
  private final List<SandboxEngine> engines;

  /// @param engines all that this server uses; what others made with them is removed too
  public SandboxKeeper(DatabaseLeases leases, SandboxEngine... engines) {
    this.leases = leases;
    this.engines = List.of(engines);
    Map<String, Reaper.Remover> removers = new LinkedHashMap<>();
    for (SandboxEngine engine : engines) {
      removers.put(engine.name(), engine::remove);
      leases.reach(engine.place());
    }
    this.reaper = new Reaper(leases, removers);
  }

  /// Says that this server lives, and removes what has no right to exist.
  public Reaper.Sweep sweep() {
    leases.heartbeat();
    engines.forEach(SandboxEngine::noteUse);
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

  /// What a sandbox of this server's own uses just now.
  public Optional<Metrics> look(String id) {
    return engines.stream().flatMap(engine -> engine.look(id).stream()).findFirst();
  }

  /// Ends one: at once if this server's home made it, else with the next sweep of the one that did.
  ///
  /// @throws AssayException with `SANDBOX_NOT_FOUND`, or `SANDBOX_FAILED` if it cannot be ended yet
  public void end(String id) {
    if (!leases.condemn(id)) {
      throw new AssayException(
          ErrorCode.SANDBOX_NOT_FOUND, "There is no sandbox with the id " + id + ".");
    }
    List<Lease> wanted = list().stream().filter(lease -> lease.id().equals(id)).toList();
    if (leases.reaches(id)) {
      reaper.remove(wanted).failed().forEach(SandboxKeeper::stays);
    }
  }

  private static void stays(String id, String reason) {
    throw new SandboxFailure(
        ErrorCode.SANDBOX_FAILED,
        "The sandbox " + id + " cannot be ended yet and is tried again: " + reason);
  }

  /// Ends every sandbox with this label: this server's own and what dead servers left on this home
  /// at once; those of other homes with the next sweep of their server, and as failed here. Whoever
  /// repeats a step that crashed calls this first.
  public Reaper.Sweep destroyLabelled(String name, String value) {
    List<Lease> here = new ArrayList<>();
    Map<String, String> elsewhere = new LinkedHashMap<>();
    for (Lease lease : leases.labelled(name, value)) {
      leases.condemn(lease.id());
      if (leases.reaches(lease.id())) {
        here.add(lease);
      } else {
        elsewhere.put(lease.id(), "another server's; it ends with that server's next sweep");
      }
    }
    Reaper.Sweep swept = reaper.remove(here);
    elsewhere.putAll(swept.failed());
    log.info(
        "Ended {} sandboxes with {}={}, {} stay for now",
        swept.removed().size(),
        name,
        value,
        elsewhere.size());
    return new Reaper.Sweep(swept.removed(), elsewhere);
  }

  /// Destroys every sandbox this server made.
  @Override
  public void close() {
    engines.forEach(SandboxEngine::close);
  }
}
