package dev.assay.cli.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.Assay;
import dev.assay.testkit.JavaProgram;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// `assay sandbox run`, as a person at a terminal sees it.
class SandboxRunStoryTest {
  private record Run(int code, String out, String err) {}

  private static Process start(String... words) throws IOException {
    List<String> line = new ArrayList<>(JavaProgram.words());
    line.addAll(List.of(Assay.class.getName(), "sandbox", "run"));
    line.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(line);
    Path home = Files.createDirectories(Path.of("target", "run-home").toAbsolutePath());
    builder.environment().put("ASSAY_HOME", home.toString());
    return builder.start();
  }

  private static Run run(String input, String... words) throws Exception {
    Process process = start(words);
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    }
    File err = File.createTempFile("err", "");
    try (var stderr = process.getErrorStream()) {
      Thread reader = Thread.ofVirtual().start(() -> copy(stderr, err));
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      reader.join();
      return new Run(process.waitFor(), out, Files.readString(err.toPath()));
    }
  }

  private static void copy(InputStream from, File to) {
    try (OutputStream out = Files.newOutputStream(to.toPath())) {
      from.transferTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void streams_input_and_exit_code_are_the_command_s_own() throws Exception {
    Run run = run("hello", "--offline", "--", "sh", "-c", "cat; echo oops >&2; exit 7");
    assertThat(run.code()).isEqualTo(7);
    assertThat(run.out()).isEqualTo("hello");
    assertThat(run.err()).startsWith("oops\n").contains("network: no attempts");
  }

  @Test
  void an_offline_run_ends_with_a_table_of_attempts() throws Exception {
    Run run = run("", "--offline", "--", "bash", "-c", "exec 3<>/dev/tcp/files.example.net/8443");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("network: 1 attempted").contains("files.example.net:8443");
  }

  @Test
  void json_tells_everything_in_one_document() throws Exception {
    Run run =
        run(
            "",
            "--offline",
            "--json",
            "--",
            "bash",
            "-c",
            "echo hi; exec 3<>/dev/tcp/203.0.113.3/99");
    assertThat(run.out().lines()).hasSize(1);
    assertThat(run.out())
        .contains(
            "\"exit_code\":1",
            "\"outcome\":\"exited\"",
            "\"text\":\"hi\\n\"",
            "\"attempted\":[\"203.0.113.3:99\"]");
  }

  @Test
  void a_mounted_folder_is_shown_and_written() throws Exception {
    Path folder = Files.createDirectories(Path.of("target", "run-mount").toAbsolutePath());
    Run run =
        run(
            "",
            "--offline",
            "--mount",
            folder + ":/workspace:rw",
            "--memory",
            "256m",
            "--",
            "sh",
            "-c",
            "echo made > here");
    assertThat(run.code()).describedAs(run.err()).isZero();
    assertThat(folder.resolve("here")).hasContent("made\n");
  }

  @Test
  void mistakes_are_told_with_the_exit_code_for_usage() throws Exception {
    assertThat(run("", "--mount", "nowhere", "--", "true").code()).isEqualTo(2);
    assertThat(run("", "--image", "beos", "--", "true").err()).contains("beos").contains("v1.3");
    assertThat(run("", "--offline", "--", "no-such-program").code()).isEqualTo(127);
  }

  @Test
  void an_interrupt_ends_the_run_and_leaves_nothing() throws Exception {
    String sleep = "sleep " + (2_000_000 + ProcessHandle.current().pid());
    Process process = start("--offline", "--", "sh", "-c", "echo up; exec " + sleep);
    assertThat(process.getInputStream().read()).isEqualTo('u');
    process.destroy();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(ProcessHandle.allProcesses().map(p -> p.info().commandLine().orElse("")))
        .noneMatch(line -> line.endsWith(sleep));
    assertThat(Path.of("target", "run-home", "sandboxes", "live")).isEmptyDirectory();
  }
}
