package dev.assay.cli.connection;

import dev.assay.cli.terminal.Heartbeat;
import dev.assay.configuration.ServeOptions;
import dev.assay.home.Home;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Starts a private server as a process in its own session and waits until it answers. Neither
/// Ctrl-C nor a closed terminal reaches such a process. It reports over its standard output
/// ([StartReport]) and logs into a file in the home.
final class ServerProcess {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LOG_LINES = 12;

  private ServerProcess() {}

  /// Returns the build of this Assay, which the launcher passes.
  static String build() {
    return System.getProperty("assay.build", "");
  }

  /// @throws AssayException with the complaint of the server
  static ProcessHandle start(
      ServeOptions options, PrivateServer.Staying staying, Heartbeat heartbeat) {
    Home home = options.home();
    Path log = home.privateLogFile();
    try {
      Files.deleteIfExists(log);
      Process process = launch(words(options, staying), options);
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        heartbeat.phase("starting a private server");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          Optional<JsonNode> report = parse(line);
          if (report.isPresent() && isReady(report.get(), heartbeat)) {
            return process.toHandle();
          }
        }
      }
      throw new AssayException(
          ErrorCode.SERVER_FAILED,
          "The private server ended before it was ready. Its log %s ends with:\n%s"
              .formatted(log, endOf(log)));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.SERVER_FAILED, "A private server could not be started: " + e.getMessage(), e);
    }
  }

  private static boolean isReady(JsonNode report, Heartbeat heartbeat) {
    if (report.has("code")) {
      throw new AssayException(
          ErrorCode.valueOf(report.path("code").asString()), report.path("reason").asString(""));
    }
    if (report.has("phase")) {
      heartbeat.phase("starting a private server: " + report.path("phase").asString());
    }
    if (report.has("note")) {
      System.err.println("assay: " + Visible.line(report.path("note").asString()));
    }
    return report.path("ready").asBoolean(false);
  }

  private static Process launch(List<String> words, ServeOptions options) throws IOException {
    Home home = options.home();
    List<String> apart = new ArrayList<>(words);
    apart.addFirst("setsid");
    ProcessBuilder builder =
        new ProcessBuilder(apart)
            .directory(home.path().toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectError(home.privateLogFile().toFile());
    builder.environment().clear();
    builder.environment().putAll(options.environment());
    try {
      return builder.start();
    } catch (IOException e) {
      return builder.command(words).start(); // this machine has no setsid
    }
  }

  private static List<String> words(ServeOptions options, PrivateServer.Staying staying) {
    List<String> words = new ArrayList<>(program());
    words.addAll(
        List.of(
            "serve",
            "--private",
            "--starter",
            String.valueOf(ProcessHandle.current().pid()),
            "--directory",
            options.workingDirectory().toString()));
    if (staying == PrivateServer.Staying.WITH_COMMAND) {
      words.add("--end-with-starter");
    }
    return words;
  }

  /// Returns the command that starts a server: the launcher's script, else the command of this
  /// process.
  private static List<String> program() {
    String java = System.getProperty("java.home");
    String classes = System.getProperty("java.class.path");
    String script = System.getProperty("assay.server-script", "");
    Path folder = Path.of(classes).toAbsolutePath().getParent();
    return script.isEmpty() || folder == null
        ? List.of(
            java + "/bin/java",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classes,
            "dev.assay.cli.Assay")
        : List.of("sh", script, java, folder.toString(), build());
  }

  private static Optional<JsonNode> parse(String line) {
    try {
      return Optional.of(JSON.readTree(line)).filter(JsonNode::isObject);
    } catch (JacksonException e) {
      return Optional.empty(); // other output of the process
    }
  }

  private static String endOf(Path log) {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      List<String> all = lines.toList();
      return String.join("\n", all.subList(Math.max(0, all.size() - LOG_LINES), all.size()));
    } catch (IOException e) {
      return "(no log)";
    }
  }
}
