package dev.assay.testkit.engine;

import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.skill.sandbox.lease.Leases;
import dev.assay.skill.sandbox.lease.Term;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Leases in memory for one test. None of them is ever abandoned.
public final class MemoryLeases implements Leases {
  private static final Duration ALWAYS = Duration.ofDays(1);

  private final Map<String, Lease> open = new ConcurrentHashMap<>();

  @Override
  public String holder() {
    return "test";
  }

  @Override
  public void open(String id, String engine, SandboxSpec spec) {
    Instant now = Instant.now();
    open.put(id, lease(id, engine, "", spec, new Term(now, now, now, ALWAYS, ALWAYS)));
  }

  @Override
  public void open(String id, String engine, String place, SandboxSpec spec) {
    open(id, engine, spec);
  }

  private Lease lease(String id, String engine, String provider, SandboxSpec spec, Term term) {
    return new Lease(
        id,
        engine,
        provider,
        holder(),
        spec.owner(),
        spec.purpose(),
        spec.labels(),
        spec.network().word(),
        term);
  }

  @Override
  public void named(String id, String providerId) {
    open.computeIfPresent(
        id,
        (key, old) ->
            new Lease(
                id,
                old.engine(),
                providerId,
                old.holder(),
                old.owner(),
                old.purpose(),
                old.labels(),
                old.network(),
                old.term()));
  }

  @Override
  public void touch(String id) {}

  @Override
  public void close(String id) {
    open.remove(id);
  }

  @Override
  public List<Lease> abandoned(int most) {
    return List.of();
  }

  @Override
  public void tried(String id) {}

  @Override
  public List<Lease> list() {
    return List.copyOf(open.values());
  }
}
