package dev.assay.skill.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes sandboxes. Implementations are thread-safe.
///
/// An engine never falls back to weaker isolation. A limit or feature it cannot enforce is listed
/// in [#capabilities()] and refused with `SANDBOX_UNSUPPORTED`. If there can be no isolation at
/// all, it throws a [SandboxFailure] with `SANDBOX_UNAVAILABLE` that says how to allow it.
///
/// An engine opens a lease ([dev.assay.skill.sandbox.lease.Leases]) before it makes anything. It
/// records the provider's id as soon as there is one, and closes the lease when nothing of the
/// sandbox is left.
public interface SandboxEngine extends ImageStore, AutoCloseable {
  /// The name by which the configuration chooses the engine.
  String name();

  /// The capabilities on this machine, found out by trying.
  Capabilities capabilities();

  /// Makes a sandbox that is ready for commands. With [Network.Blocked] it has been proved to be
  /// offline.
  ///
  /// @throws SandboxFailure if the platform failed; then nothing is left behind
  Sandbox create(SandboxSpec spec);

  /// Every sandbox with all of these labels that the provider still has, from any maker.
  List<SandboxRef> list(Map<String, String> labels);

  /// Removes a sandbox with everything it left: processes, mounts, folders. Works also if its maker
  /// died. Has no effect if nothing is left.
  ///
  /// @throws SandboxFailure if something is still there; the caller retries later
  void remove(SandboxRef sandbox);

  /// Destroys every sandbox that this engine made.
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

  /// The place of its sandboxes, for example the address of the provider. Every server whose engine
  /// returns the same place can reach them. Empty if only the machine they were made on can.
  default String place() {
    return "";
  }

  /// Renews the leases of own sandboxes in which commands run: a long command counts as use.
  default void noteUse() {}

  /// The current metrics of one of its own living sandboxes, as far as they are known without
  /// asking inside.
  default Optional<Metrics> look(String sandboxId) {
    return Optional.empty();
  }
}
