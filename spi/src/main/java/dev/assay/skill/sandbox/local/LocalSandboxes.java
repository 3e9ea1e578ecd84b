package dev.assay.skill.sandbox.local;

import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.lease.Leftovers;

/// The local engine: it also removes what dead processes left behind on this machine.
public interface LocalSandboxes extends SandboxEngine, Leftovers {
  /// Builds the `debian` base with the machine's own packages tools; needs Debian's mirrors. Does
  /// nothing if it is there already.
  void buildDebianBase(DebianBuild build);
}
