package dev.assay.sandbox;

import dev.assay.sandbox.local.LocalEngine;
import dev.assay.skill.sandbox.lease.Leases;
import dev.assay.skill.sandbox.local.LocalSandboxes;
import dev.assay.skill.sandbox.local.LocalSettings;

/// Makes engines from their settings.
public final class SandboxEngines {
  private SandboxEngines() {}

  /// The engine that needs no daemon: namespaces of this machine's own kernel.
  public static LocalSandboxes local(LocalSettings settings, Leases leases) {
    return new LocalEngine(settings, leases);
  }
}
