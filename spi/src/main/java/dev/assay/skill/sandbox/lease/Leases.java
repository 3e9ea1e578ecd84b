package dev.assay.skill.sandbox.lease;

import dev.assay.skill.sandbox.SandboxSpec;
import java.util.List;

/// Stores leases. An engine opens a lease before it makes anything, touches it when the sandbox is
/// used and closes it when nothing is left. All methods are thread-safe. They throw an
/// `AssayException` if the store cannot be written; then no sandbox is made.
public interface Leases {
  /// The name of this process for other processes.
  String holder();

  /// Opens a lease with its owner and term: the spec's term, else the default.
  void open(String id, String engine, SandboxSpec spec);

  /// Opens a lease for a sandbox that every server with access to the provider can remove.
  ///
  /// @param place the provider, as all servers know it, for example its address
  void open(String id, String engine, String place, SandboxSpec spec);

  /// Records the provider's id of the sandbox.
  void named(String id, String providerId);

  /// Notes that the sandbox is in use. Called often; an implementation may store it rarely.
  void touch(String id);

  void close(String id);

  /// Leases whose holder is dead or whose term has ended, at most `most`: first those whose sandbox
  /// no process has tried to remove yet, then those tried longest ago.
  List<Lease> abandoned(int most);

  /// Notes an attempt to remove an abandoned sandbox; if it fails, others come first.
  void tried(String id);

  List<Lease> list();
}
