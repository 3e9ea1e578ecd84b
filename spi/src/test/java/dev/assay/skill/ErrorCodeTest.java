package dev.assay.skill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCodeTest {
  /// Codes that only the command line uses, about the server it calls.
  private static final Set<ErrorCode> OF_CLIENTS =
      Set.of(ErrorCode.SERVER_UNREACHABLE, ErrorCode.SERVER_FAILED);

  @ParameterizedTest
  @EnumSource
  void what_a_provider_or_the_platform_says_reaches_admins_only(ErrorCode code) {
    AssayException failure =
        new AssayException(code, "http://10.0.0.7:1234/v1 answered: /home/x is full");
    boolean ofOthers = code.fault() == Fault.PROVIDER || code.fault() == Fault.INTERNAL;
    if (ofOthers && !OF_CLIENTS.contains(code)) {
      assertThat(failure.publicReason())
          .isEqualTo(code.publicWords().orElseThrow())
          .doesNotContain("10.0.0.7")
          .doesNotContain("/home");
    }
    assertThat(failure.publicReason()).isNotBlank();
  }
}
