package dev.assay.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("changes what the JVM says of its processor")
class UnknownProcessorTest {
  @TempDir Path folder;

  @Test
  void an_unknown_processor_is_refused_in_one_sentence_with_a_remedy() {
    String real = System.getProperty("os.arch");
    System.setProperty("os.arch", "riscv64");
    try {
      Optional<String> obstacle = EmbeddedDatabase.findObstacle();
      assertThat(obstacle.orElseThrow())
          .contains("riscv64", "amd64", "arm64", "assay.database.url");
      assertThatThrownBy(() -> EmbeddedDatabase.start(folder))
          .isInstanceOfSatisfying(
              AssayException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_UNAVAILABLE);
                assertThat(e.reason())
                    .contains("riscv64", "assay.database.url")
                    .doesNotContain("log");
              });
    } finally {
      System.setProperty("os.arch", real);
    }
    assertThat(folder).isEmptyDirectory();
  }
}
