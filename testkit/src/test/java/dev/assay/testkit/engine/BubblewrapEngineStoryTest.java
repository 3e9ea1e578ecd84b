package dev.assay.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.testkit.ContractExtent;
import dev.assay.testkit.SandboxContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A minimal third-party engine passes the contract, as far as it claims it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(ContractExtent.class)
class BubblewrapEngineStoryTest extends SandboxContract {
  @TempDir private static Path folder;
  private BubblewrapEngine engine;

  @BeforeAll
  void start() throws IOException {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/bwrap")),
        "SKIPPED: bubblewrap is not installed, so the small engine is not tested");
    engine =
        new BubblewrapEngine(Files.createDirectory(folder.resolve("storage")), new MemoryLeases());
    Files.createDirectory(scratch());
  }

  @AfterAll
  void stop() {
    if (engine != null) {
      engine.close();
    }
  }

  @Override
  public SandboxEngine engine() {
    return engine;
  }

  @Override
  public SandboxImage image() {
    return SandboxImage.of(BubblewrapEngine.NAME, "usr");
  }

  @Override
  public Path scratch() {
    return folder.resolve("scratch");
  }

  /// A limit of `bwrap` itself: more arguments are refused, and never cut off.
  @Test
  @Override
  public void twenty_thousand_arguments_all_arrive_and_too_many_are_refused() {
    try (Sandbox sandbox = sandbox()) {
      Command many = Command.of(Collections.nCopies(20_000, "echo"));
      assertThatExceptionOfType(AssayException.class)
          .isThrownBy(() -> sandbox.run(many))
          .returns(ErrorCode.SANDBOX_COMMAND_REFUSED, AssayException::code);
      assertThat(sandbox.run(Command.of(many.words().subList(0, 8000))).stdout().text())
          .hasSize(7999 * 5);
    }
  }
}
