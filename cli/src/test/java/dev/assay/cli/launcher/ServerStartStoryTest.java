package dev.assay.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The options and the locale that servers are started with.
class ServerStartStoryTest {
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

  /// Java cannot open a file with such a name in the locale that a service has by default.
  @ParameterizedTest
  @CsvSource({"LC_ALL, C", "LC_ALL, POSIX", "LANG, ''", "LC_CTYPE, en_US.ISO-8859-1"})
  void names_of_files_are_read_as_utf_8_in_any_locale(String variable, String value)
      throws Exception {
    Path file = Files.writeString(folder.resolve("naïve-技能.md"), "text");
    Path source =
        Files.writeString(
            folder.resolve("Size.java"),
            """
            void main() throws Exception {
              try (var files = java.nio.file.Files.list(java.nio.file.Path.of("."))) {
                for (var file : files.toList()) {
                  if (file.toString().endsWith(".md")) IO.println(java.nio.file.Files.size(file));
                }
              }
            }
            """);
    ProcessBuilder java =
        new ProcessBuilder(
                List.of(
                    "sh",
                    "-c",
                    ". \"$0\"; exec \"$1\" \"$2\"",
                    Path.of("../scripts/house.sh").toAbsolutePath().toString(),
                    Shell.JAVA_HOME.resolve("bin/java").toString(),
                    source.toString()))
            .directory(folder.toFile())
            .redirectErrorStream(true);
    java.environment().keySet().removeAll(List.of("LC_ALL", "LC_CTYPE", "LANG"));
    java.environment().put(variable, value);
    Process process = java.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).isEqualTo(Files.size(file) + "\n");
  }

  @Test
  void what_is_no_size_is_refused_with_what_it_has_to_be() throws Exception {
    for (String wrong : List.of("2", "2t", "g", "2g -version", "-1g", "m2")) {
      assertThat(options(wrong)).startsWith("2 ").contains("has to be a number with m or g");
    }
  }
}
