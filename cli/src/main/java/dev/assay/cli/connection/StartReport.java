package dev.assay.cli.connection;

import dev.assay.skill.AssayException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// What a private server reports to the command that starts it, a JSON object in each line of its
/// standard output. Everything else it prints goes into its log.
public final class StartReport {
  private final JsonMapper json = JsonMapper.builder().build();
  private final PrintStream out;

  private StartReport(PrintStream out) {
    this.out = out;
  }

  /// Takes the standard output for the report, and gives whoever prints there the error output.
  public static StartReport begin() {
    StartReport report = new StartReport(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.setOut(System.err);
    return report;
  }

  public void phase(String name) {
    write(Map.of("phase", name));
  }

  /// Something that the command says to its user.
  public void note(String text) {
    write(Map.of("note", text));
  }

  /// The last thing: nobody listens from now on.
  public void ready() {
    write(Map.of("ready", true));
    out.close();
  }

  /// The last thing, if it does not start.
  public void failure(AssayException failure) {
    write(Map.of("code", failure.code().name(), "reason", failure.reason()));
    out.close();
  }

  private void write(Map<String, ?> line) {
    out.println(json.writeValueAsString(line));
  }
}
