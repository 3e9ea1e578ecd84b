package dev.assay.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.sandbox.SandboxRef;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.skill.sandbox.lease.Leases;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Removes the sandboxes of dead holders and the expired ones. One that cannot be removed keeps its
/// lease, is tried again after all others and never stops the others.
public final class Reaper {
  static final int BATCH = 50;

  /// What a sweep did.
  public record Sweep(List<String> removed, Map<String, String> failed) {}

  private final Leases leases;
  private final Map<String, Remover> engines;

  /// What an engine does about a sandbox whose maker died.
  @FunctionalInterface
  public interface Remover {
    void remove(SandboxRef sandbox);
  }

  /// @param engines by engine name
  public Reaper(Leases leases, Map<String, Remover> engines) {
    this.leases = leases;
    this.engines = Map.copyOf(engines);
  }

  public Sweep sweep() {
    return remove(leases.abandoned(BATCH));
  }

  Sweep remove(List<Lease> batch) {
    Map<String, String> failed = new LinkedHashMap<>();
    List<String> removed = new ArrayList<>();
    for (Lease lease : batch) {
      leases.tried(lease.id());
      try {
        Remover engine = engines.get(lease.engine());
        if (engine == null) {
          failed.put(lease.id(), "no engine called " + lease.engine() + " here");
          continue;
        }
        engine.remove(lease.ref());
        leases.close(lease.id());
        removed.add(lease.id());
      } catch (AssayException e) {
        failed.put(lease.id(), e.reason());
      } catch (RuntimeException e) {
        failed.put(lease.id(), e.toString());
      }
    }
    return new Sweep(removed, failed);
  }
}
