package dev.assay.cli.connection;

import dev.assay.skill.AssayException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// The report of a private server to the command that starts it: one JSON object per line of
/// standard output. All other output goes into its log.
public final class StartReport {
  private final JsonMapper json = JsonMapper.builder().build();
  private final PrintStream out;

  private StartReport(PrintStream out) {
    this.out = out;
  }

  /// Reserves the standard output for the report. Other output to it is sent to the error output.
  public static StartReport begin() {
    StartReport report = new StartReport(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.setOut(System.err);
    return report;
  }

  public void phase(String name) {
    write(Map.of("phase", name));
  }

  /// Sends a note that the command prints for its user.
  public void note(String text) {
    write(Map.of("note", text));
  }

  /// Reports that the server is ready. This is the last report.
  public void ready() {
    write(Map.of("ready", true));
    out.close();
  }

  /// Reports that the start failed. This is the last report.
  public void failure(AssayException failure) {
    write(Map.of("code", failure.code().name(), "reason", failure.reason()));
    out.close();
  }

  private void write(Map<String, ?> line) {
    out.println(json.writeValueAsString(line));
  }
}
