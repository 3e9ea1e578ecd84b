package dev.assay.skill.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes sandboxes. Implementations are safe for use by many threads.
///
/// An engine never falls back to something weaker: what it cannot enforce it names in
/// [#capabilities()] and refuses with `SANDBOX_UNSUPPORTED`; when isolation as such cannot be had
/// it throws a [SandboxFailure] with `SANDBOX_UNAVAILABLE` that says how to allow it.
///
/// A lease ([dev.assay.skill.sandbox.lease.Leases]) is opened before anything is made, named as
/// soon as the provider has given the sandbox an id, and closed when nothing is left of it.
public interface SandboxEngine extends ImageStore, AutoCloseable {
  /// The name it is chosen by in the configuration.
  String name();

  /// What it can do here, found out by trying.
  Capabilities capabilities();

  /// A sandbox that is ready for commands. With [Network.Blocked] it has been proved to be offline.
  ///
  /// @throws SandboxFailure if the platform failed; then nothing is left behind
  Sandbox create(SandboxSpec spec);

  /// Every sandbox with all of these labels that the provider still has, whoever made it.
  List<SandboxRef> list(Map<String, String> labels);

  /// Removes a sandbox, also one of a maker that died, with everything it left: processes, mounts,
  /// folders. Does nothing if nothing is left of it.
  ///
  /// @throws SandboxFailure if something is still there; to be tried again
  void remove(SandboxRef sandbox);

  /// Destroys every sandbox it made.
  @Override
  void close();

  /// The name of the base that a setting chooses; an engine may have to prepare it the first time.
  ///
  /// @throws AssayException with `CONFIGURATION_INVALID` and the remedy
  default String requireBase(String choice) {
    if (!capabilities().bases().contains(choice)) {
      throw new AssayException(
          ErrorCode.CONFIGURATION_INVALID,
          "The engine %s has no base \"%s\": %s. Set assay.sandbox.base."
              .formatted(
                  name(),
                  choice,
                  capabilities()
                      .missing()
                      .getOrDefault("base " + choice, "it has " + capabilities().bases())));
    }
    return choice;
  }

  /// Who can reach its sandboxes: every server whose engine answers the same, for example the
  /// address of the provider. Empty if only the machine they were made on can.
  default String place() {
    return "";
  }

  /// Touches the leases of own sandboxes in which commands run: a long command is use.
  default void noteUse() {}

  /// What one of its own living sandboxes uses, as far as it is known without asking inside.
  default Optional<Metrics> look(String sandboxId) {
    return Optional.empty();
  }
}
