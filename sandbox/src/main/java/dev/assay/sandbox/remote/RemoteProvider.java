package dev.assay.sandbox.remote;

import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.SandboxSpec;
import java.util.Map;

/// A provider of sandboxes, as [RemoteEngine] uses it.
public interface RemoteProvider {
  /// The name by which its engine is chosen.
  String name();

  /// The address: every server with the same address in its settings can remove its sandboxes.
  String place();

  Capabilities capabilities();

  /// Checks that it answers, accepts the key and has the base of sandboxes.
  ///
  /// @return the base of sandboxes
  /// @throws dev.assay.skill.AssayException with the reason and the remedy if not
  String requireBase();

  /// Makes a sandbox that is ready for commands.
  ///
  /// @param labels the labels by which it is found again
  RemoteHost create(String id, SandboxSpec spec, Map<String, String> labels);

  /// Makes a sandbox from the base with access to the network, to make another base of it.
  BareSandbox createBare();

  /// The provider's ids of all sandboxes with these labels, each with Assay's id.
  Map<String, String> list(Map<String, String> labels);

  /// Deletes a sandbox. Has no effect if it is missing.
  void delete(String providerId);

  /// The references of Assay's snapshots, each with the snapshot's name.
  Map<String, String> snapshots(String prefix);

  void deleteSnapshot(String layer);

  /// The number of requests sent so far.
  long calls();
}
