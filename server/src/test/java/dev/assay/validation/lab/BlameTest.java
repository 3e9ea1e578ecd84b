package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.validation.dependency.Installation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # command                        | code | output                          | network | whose
          pip install --no-index -- slow   | 124  | Processing slow-1.zip           | none    | skill
          pip install --no-index -- slow   | 124  | Processing slow-1.zip           | REFUSED | skill
          pip install -- slow              | 124  | Downloading slow-1.tar.gz       | PASSED  | skill
          pip install -- slow              | 124  | Collecting slow                 | PASSED  | platform
          pip install -- slow              | 124  | Collecting slow                 | REFUSED | platform
          pip install -- slow              | 124  | by 'ReadTimeoutError            | PASSED  | platform
          pip install -- nothing           | 1    | No matching distribution found  | PASSED  | skill
          pip install -- nothing           | 1    | No matching distribution found  | REFUSED | platform
          npm install -- slow              | 124  | npm http fetch GET 200 https:// | PASSED  | skill
          npm install -- slow              | 124  | ''                              | PASSED  | platform
          apt-get install --yes -- slow    | 124  | Get:1 http://deb stable InRelease | PASSED | skill
          """)
  void an_installation_fails_for_the_skill_unless_nobody_answered(
      String command, int code, String output, String network, String whose) {
    Installation.CommandFailed failed =
        new Installation.CommandFailed(
            List.of(
                new Installation.Ran(
                    List.of(command.split(" ")), code, output, Duration.ofSeconds(100))));
    AssayException excuse =
        catchThrowableOfType(
            AssayException.class, () -> Blame.requireNetwork(failed, evidence(network)));
    if (whose.equals("skill")) {
      assertThat(excuse).isNull();
    } else {
      assertThat(excuse.code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
      assertThat(excuse.reason()).contains("did not answer").contains(command);
    }
  }

  private static NetworkEvidence evidence(String answer) {
    Instant now = Instant.EPOCH;
    List<NetworkEvidence.Destination> tried =
        answer.equals("none")
            ? List.of()
            : List.of(
                new NetworkEvidence.Destination(
                    "tcp",
                    "index.example",
                    "192.0.2.1",
                    443,
                    1,
                    now,
                    now,
                    NetworkEvidence.Answer.valueOf(answer)));
    return new NetworkEvidence(tried, List.of(), Optional.empty(), 0);
  }
}
