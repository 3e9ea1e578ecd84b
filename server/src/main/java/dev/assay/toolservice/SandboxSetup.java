package dev.assay.toolservice;

import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxImage;

/// The parts that a session's sandbox is made of. Two runs share one only if all parts are equal.
///
/// @param packages the access to the operator's indexes from inside
record SandboxSetup(SandboxImage image, Network network, ProjectPolicy.Permission packages) {
  static SandboxSetup offline(SandboxImage image) {
    return new SandboxSetup(image, Network.blocked(), ProjectPolicy.Permission.REFUSED);
  }

  static SandboxSetup under(ProjectPolicy policy, SandboxImage image) {
    return new SandboxSetup(image, policy.network(), policy.packages());
  }
}
