package dev.assay.sandbox;

import dev.assay.sandbox.local.KernelProbe;
import dev.assay.sandbox.local.LocalEngine;
import dev.assay.skill.sandbox.lease.Leases;
import dev.assay.skill.sandbox.local.LocalSandboxes;
import dev.assay.skill.sandbox.local.LocalSettings;
import java.util.Map;

/// Makes engines from their settings.
public final class SandboxEngines {
  private SandboxEngines() {}

  /// The engine that needs no daemon: namespaces of this machine's own kernel.
  public static LocalSandboxes local(LocalSettings settings, Leases leases) {
    return new LocalEngine(settings, leases);
  }

  /// What this machine's kernel grants the local engine, by feature: `ok`, or `no` and the reason.
  /// Nothing where there is no helper for this machine.
  public static Map<String, String> probe() {
    return KernelProbe.ask();
  }
}
