package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.home.Home;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/// A process with one environment that runs many commands one after the other, without a JVM start
/// for each. Tests of signals, terminals and the end of a process use an [AssayProcess].
final class WarmCommands implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// @param output the output of both streams
  record Ended(int code, String output) {}

  private final Process process;
  private final BufferedReader answers;

  private WarmCommands(Process process) {
    this.process = process;
    this.answers = process.inputReader(StandardCharsets.UTF_8);
  }

  static WarmCommands on(Home home, Map<String, String> environment) {
    return on(home, environment, Path.of(""));
  }

  static WarmCommands on(Home home, Map<String, String> environment, Path folder) {
    return on(home, environment, folder, List.of());
  }

  /// Creates the process behind a prefix, such as a program that changes its surroundings.
  static WarmCommands on(Home home, Map<String, String> environment, List<String> before) {
    return on(home, environment, Path.of(""), before);
  }

  private static WarmCommands on(
      Home home, Map<String, String> environment, Path folder, List<String> before) {
    List<String> words = new ArrayList<>(before);
    words.addAll(AssayProcess.java());
    words.set(words.size() - 1, WarmCommands.class.getName());
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(folder.toAbsolutePath().toFile())
            .redirectError(
                ProcessBuilder.Redirect.appendTo(Path.of("target", "warm-commands.txt").toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("ASSAY_"));
    builder.environment().put("ASSAY_HOME", home.path().toString());
    builder.environment().putAll(environment);
    try {
      return new WarmCommands(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// @param input the input of the command
  private record Asked(String input, String[] words) {}

  Ended run(String... arguments) {
    return runWith("", arguments);
  }

  synchronized Ended runWith(String input, String... arguments) {
    try {
      process
          .outputWriter(StandardCharsets.UTF_8)
          .append(JSON.writeValueAsString(new Asked(input, arguments)));
      process.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
      String answer =
          CompletableFuture.supplyAsync(this::line)
              .get(AssayProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS);
      return JSON.readValue(answer, Ended.class);
    } catch (Exception e) {
      throw new AssertionError(String.join(" ", arguments), e);
    }
  }

  String ok(String... arguments) {
    Ended ended = run(arguments);
    assertThat(ended.code()).as(ended.output()).isZero();
    return ended.output();
  }

  private String line() {
    try {
      return String.valueOf(answers.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }

  /// Reads one command per line, as JSON, and writes its result.
  public static void main(String[] none) throws IOException {
    PrintStream answers = System.out;
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      ByteArrayOutputStream output = new ByteArrayOutputStream();
      PrintStream shown = new PrintStream(output, true, StandardCharsets.UTF_8);
      System.setOut(shown);
      System.setErr(shown);
      Asked asked = JSON.readValue(line, Asked.class);
      System.setIn(new ByteArrayInputStream(asked.input().getBytes(StandardCharsets.UTF_8)));
      String[] words = asked.words();
      PrintWriter out = new PrintWriter(shown, true, StandardCharsets.UTF_8);
      int code = Assay.commandLine(words).setOut(out).execute(words);
      answers.println(
          JSON.writeValueAsString(new Ended(code, output.toString(StandardCharsets.UTF_8))));
    }
  }
}
