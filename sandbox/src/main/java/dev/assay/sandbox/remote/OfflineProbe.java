package dev.assay.sandbox.remote;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import java.time.Duration;

/// Tries to get out of a sandbox that should be offline. Providers drop what is blocked, so that
/// nothing answers: the attempt is bounded in time.
final class OfflineProbe {
  private static final String ATTEMPT =
      """
      command -v bash >/dev/null || exit 3
      for place in 1.1.1.1/443 8.8.8.8/53; do
        if timeout 1 bash -c "exec 3<>/dev/tcp/$place" 2>/dev/null; then exit 4; fi
      done
      """;

  private OfflineProbe() {}

  /// @throws SandboxFailure with `SANDBOX_NOT_OFFLINE` if something outside was reached, or if that
  ///   cannot be found out
  static void require(Sandbox sandbox) {
    CommandResult result =
        sandbox.run(Command.shell(ATTEMPT).in("/").withTimeout(Duration.ofSeconds(20)));
    if (!result.succeeded()) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_NOT_OFFLINE,
          result.shellCode() == 4
              ? "The provider's sandbox should be offline and reached the internet."
              : "Whether the provider's sandbox is offline could not be found out: its base needs bash and timeout.");
    }
  }
}
