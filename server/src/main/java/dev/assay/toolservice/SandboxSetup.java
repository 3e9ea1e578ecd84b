package dev.assay.toolservice;

import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxImage;

/// What a sandbox of a session is made of: two runs share one only if all of this is the same.
///
/// @param packages whether the operator's indexes can be reached from inside
record SandboxSetup(SandboxImage image, Network network, ProjectPolicy.Permission packages) {
  static SandboxSetup offline(SandboxImage image) {
    return new SandboxSetup(image, Network.blocked(), ProjectPolicy.Permission.REFUSED);
  }

  static SandboxSetup under(ProjectPolicy policy, SandboxImage image) {
    return new SandboxSetup(image, policy.network(), policy.packages());
  }
}
