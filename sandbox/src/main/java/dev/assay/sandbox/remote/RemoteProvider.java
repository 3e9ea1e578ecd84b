package dev.assay.sandbox.remote;

import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.SandboxSpec;
import java.util.Map;

/// A company's sandboxes, as [RemoteEngine] uses them.
public interface RemoteProvider {
  /// The name its engine is chosen by.
  String name();

  /// Its address: every server that is set to the same can remove its sandboxes.
  String place();

  Capabilities capabilities();

  /// Asks whether it answers, takes our key and has what sandboxes start from.
  ///
  /// @return what they start from
  /// @throws dev.assay.skill.AssayException with the reason and the remedy if not
  String requireBase();

  /// Makes a sandbox that is ready for commands.
  ///
  /// @param labels by which it is found again
  RemoteHost create(String id, SandboxSpec spec, Map<String, String> labels);

  /// Makes one from the base that may go out, to make another base of it.
  BareSandbox createBare();

  /// The provider's ids of all sandboxes with these labels, each with our own id.
  Map<String, String> list(Map<String, String> labels);

  /// Nothing happens if it is not there.
  void delete(String providerId);

  /// What sandboxes name that start from a snapshot of ours, each with the snapshot's name.
  Map<String, String> snapshots(String prefix);

  void deleteSnapshot(String layer);

  /// How many requests were sent so far.
  long calls();
}
