package dev.assay.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The JVM options of servers.
class HeapStoryTest {
  @TempDir private Path folder;

  private String options(String heap) throws IOException, InterruptedException {
    Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
    if (Files.notExists(java)) {
      Files.createSymbolicLink(java, Path.of("/bin/echo"));
    }
    ProcessBuilder server =
        new ProcessBuilder(
                List.of("sh", "../scripts/server.sh", folder.toString(), ".", "build", "serve"))
            .redirectErrorStream(true);
    server.environment().put("ASSAY_NO_ARCHIVE", "1");
    server.environment().put("ASSAY_HEAP", heap);
    Process process = server.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + said;
  }

  @Test
  void a_server_has_a_limit_of_its_own() throws Exception {
    assertThat(options("")).startsWith("0 ").contains("-XX:MaxRAM=4g -XX:MaxRAMPercentage=25");
    assertThat(options("768m")).startsWith("0 ").contains("-Xmx768m").doesNotContain("MaxRAM");
  }

  @Test
  void what_is_no_size_is_refused_with_what_it_has_to_be() throws Exception {
    for (String wrong : List.of("2", "2t", "g", "2g -version", "-1g", "m2")) {
      assertThat(options(wrong)).startsWith("2 ").contains("has to be a number with m or g");
    }
  }
}
