package dev.assay.skill.sandbox.lease;

import dev.assay.skill.sandbox.SandboxSpec;
import java.util.List;

/// Where leases are written down. An engine opens a lease before it makes anything, touches it when
/// the sandbox is used and closes it when nothing is left. All methods may be called by many
/// threads and throw an `AssayException` if they cannot be written: then no sandbox is made.
public interface Leases {
  /// This process, as other processes know it.
  String holder();

  /// Writes down who wants the sandbox and for how long: as the spec says, else as usual here.
  void open(String id, String engine, SandboxSpec spec);

  /// The same for a sandbox that every server with access to the provider can remove.
  ///
  /// @param place the provider, as all servers know it, for example its address
  void open(String id, String engine, String place, SandboxSpec spec);

  /// The provider has given the sandbox its own id.
  void named(String id, String providerId);

  /// The sandbox was used just now. Called often; an implementation may write it down rarely.
  void touch(String id);

  void close(String id);

  /// Leases whose holder is dead or whose time has passed, at most `most`: first those that nobody
  /// has tried to remove yet, then those tried longest ago.
  List<Lease> abandoned(int most);

  /// Somebody is about to remove an abandoned sandbox; if it fails, others come first.
  void tried(String id);

  /// All open leases.
  List<Lease> list();
}
