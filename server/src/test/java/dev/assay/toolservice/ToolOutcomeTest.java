package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolOutcomeTest {
  @Test
  void a_full_server_says_when_to_call_again() {
    ToolOutcome full =
        ToolOutcome.failed(
            new AssayException(ErrorCode.TOO_BUSY, "full", Map.of("retry_after_seconds", 3)),
            "full");
    assertThat(full.httpStatus()).isEqualTo(429);
    assertThat(full.retryAfterSeconds()).isEqualTo(3);
    assertThat(full.result()).containsEntry("error_code", "upstream_unavailable");
    ToolOutcome unsaid = ToolOutcome.failed(new AssayException(ErrorCode.TOO_BUSY, "x"), "x");
    assertThat(unsaid.retryAfterSeconds()).isPositive();
    assertThat(
            ToolOutcome.failed(new AssayException(ErrorCode.SANDBOX_FAILED, "x"), "x").httpStatus())
        .isEqualTo(503);
  }
}
