package dev.assay.skill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class LoggedFailureTest {
  @Test
  void what_is_known_to_happen_is_a_line_with_what_it_came_from() {
    LoggedFailure logged =
        LoggedFailure.of(
            new AssayException(
                ErrorCode.SANDBOX_FAILED, "It broke.", new IOException("No space left")));
    assertThat(logged.line())
        .isEqualTo("SANDBOX_FAILED: It broke. <- java.io.IOException: No space left");
    assertThat(logged.trace()).isNull();
  }

  @Test
  void what_nobody_foresaw_has_its_trace() {
    RuntimeException bug = new IllegalStateException("oops");
    assertThat(LoggedFailure.of(bug).trace()).isSameAs(bug);
    AssayException ours = new AssayException(ErrorCode.INTERNAL_ERROR, "Ours.", bug);
    assertThat(LoggedFailure.of(ours).trace()).isSameAs(ours);
    assertThat(LoggedFailure.known(bug).trace()).isNull();
  }

  @Test
  void long_chains_are_cut() {
    Throwable chain = new IOException("end");
    for (int i = 0; i < 10; i++) {
      chain = new IOException("link", chain);
    }
    assertThat(LoggedFailure.known(chain).line().split("<-", -1)).hasSize(4);
  }
}
