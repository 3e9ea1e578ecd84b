package dev.assay.skill.sandbox;

import java.time.Instant;
import java.util.Collection;
import java.util.List;

/// Makes sandboxes. Implementations are safe for use by many threads.
///
/// An engine never falls back to something weaker: what it cannot enforce it names in
/// [#capabilities()] and refuses with `SANDBOX_UNSUPPORTED`; when isolation as such cannot be had
/// it throws a [SandboxFailure] with `SANDBOX_UNAVAILABLE` that says how to allow it. Closing an
/// engine destroys every sandbox it made.
public interface SandboxEngine extends AutoCloseable {
  /// The name it is chosen by in the configuration.
  String name();

  /// What it can do on this machine, found out by trying.
  Capabilities capabilities();

  /// A sandbox that is ready for commands. With [Network.Blocked] it has been proved to be offline.
  ///
  /// @throws SandboxFailure if the platform failed; then nothing is left behind
  Sandbox create(SandboxSpec spec);

  /// One image with the same content and few layers, for images that have grown long.
  SandboxImage squash(SandboxImage image);

  /// What the topmost layer of an image adds, changes and removes, read from outside and whole;
  /// left out is what the engine itself puts into every sandbox, as long as it is unchanged. Empty
  /// for a base without layers.
  List<LayerEntry> changes(SandboxImage image);

  /// How many bytes an image's layers take, without its base.
  long size(SandboxImage image);

  /// Removes every layer made before `madeBefore` that no image in `kept` and no living sandbox
  /// uses; how many. Safe at any time: what is being made, forked from or squashed stays. A new
  /// layer is known to the engine alone until its maker has written it down: so `madeBefore` has to
  /// lie before the moment `kept` was read, by as long as writing down may take.
  int collect(Collection<SandboxImage> kept, Instant madeBefore);

  @Override
  void close();
}
