package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;

/// The requirements of the parts of [SandboxContract] for the engine under test. The image must
/// hold a shell, the core utilities, bash and perl.
public interface SandboxFixture {
  SandboxEngine engine();

  /// The image of the contract's sandboxes.
  SandboxImage image();

  /// A folder of the host for files of the tests.
  Path scratch();

  default SandboxSpec spec() {
    return SandboxSpec.of(image(), "contract");
  }

  default Sandbox sandbox() {
    return engine().create(spec());
  }

  /// A sandbox if the engine declares that it can make it. Otherwise the engine must refuse it with
  /// the declared reason; then the test is reported as skipped, with that reason.
  default Sandbox grantedSandbox(SandboxSpec spec) {
    AssayException lack =
        catchThrowableOfType(AssayException.class, () -> engine().capabilities().check(spec));
    if (lack == null) {
      return engine().create(spec);
    }
    AssayException refusal =
        catchThrowableOfType(AssayException.class, () -> engine().create(spec));
    assertThat(refusal.code()).isEqualTo(ErrorCode.SANDBOX_UNSUPPORTED);
    assertThat(refusal.reason()).isEqualTo(lack.reason());
    return Assumptions.abort("The engine declares, and refuses, what it lacks: " + lack.reason());
  }

  /// Skips a test about a part that the engine does not claim; [SandboxClaims] proves that the
  /// engine refuses it.
  default void requires(Feature... features) {
    for (Feature feature : features) {
      Assumptions.assumeTrue(
          engine().capabilities().has(feature), "The engine does not claim " + feature);
    }
  }

  /// Runs a shell line that must succeed. Returns its output without the last line end.
  default String shell(Sandbox sandbox, String line) {
    CommandResult result = sandbox.run(Command.shell(line).withTimeout(Duration.ofSeconds(60)));
    assertThat(result.outcome().succeeded())
        .describedAs("%s: %s %s %s", line, result.outcome(), result.stdout(), result.stderr())
        .isTrue();
    return result.stdout().text().stripTrailing();
  }
}
