package dev.assay.toolservice;

import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxImage;

/// What a sandbox of a session is made of: two runs share one only if all of this is the same.
///
/// @param packages whether the operator's indexes can be reached from inside
record Surroundings(SandboxImage image, Network network, ProjectPolicy.Permission packages) {
  static Surroundings offline(SandboxImage image) {
    return new Surroundings(image, Network.blocked(), ProjectPolicy.Permission.REFUSED);
  }

  static Surroundings under(ProjectPolicy policy, SandboxImage image) {
    return new Surroundings(image, policy.network(), policy.packages());
  }
}
