package dev.assay.cli;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.terminal.JsonText;
import dev.assay.cli.terminal.Table;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// The commands `assay audit …`.
@Command(
    name = "audit",
    description = "Shows who did what on a server, and whether that record was tampered with.",
    mixinStandardHelpOptions = true,
    footer = {"", "Exit codes of verify: 0 intact, 1 tampered with, 2 usage, 3 not known."})
final class AuditCommand implements Runnable {
  private static final String PATH = "/api/admin/audit";

  @Spec private @Nullable CommandSpec spec;

  /// The options that select entries.
  static final class Wanted {
    @Option(names = "--actor", paramLabel = "USER", description = "Only what this user did.")
    private @Nullable String actor;

    @Option(
        names = "--action",
        paramLabel = "WORD",
        description = "Only this, such as skill_approved.")
    private @Nullable String action;

    @Option(
        names = "--object",
        paramLabel = "OBJECT",
        description = "Only what was done to this: the id or name of a skill, account, …")
    private @Nullable String object;

    @Option(
        names = "--from",
        paramLabel = "TIME",
        description = "Not before that: 2026-01-31, or with a time 2026-01-31T12:00:00Z.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Only before that.")
    private @Nullable String to;

    String query() {
      return "?"
          + part("actor", actor)
          + part("action", action)
          + part("object", object)
          + part("from", from)
          + part("to", to);
    }

    private static String part(String name, @Nullable String value) {
      return value == null
          ? ""
          : name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8) + "&";
    }
  }

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Name what to do with the audit log.");
  }

  @Command(
      name = "list",
      description = "Lists what was done, newest first.",
      mixinStandardHelpOptions = true)
  void list(
      @Mixin ServerOption server,
      @Mixin Wanted wanted,
      @Option(
              names = "--size",
              paramLabel = "N",
              defaultValue = "50",
              description = "At most this many (default: ${DEFAULT-VALUE}).")
          int size,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    try (Connection connection = server.connect()) {
      JsonNode entries = connection.get(PATH + wanted.query() + "size=" + size).path("entries");
      if (json) {
        print(JsonText.of(entries));
        return;
      }
      Table table = new Table("NO", "AT", "ACTOR", "ACTION", "OBJECT", "BECAME");
      for (JsonNode entry : entries) {
        JsonNode object = entry.path("object");
        String name = object.path("name").asString("");
        table.add(
            entry.path("sequence").asString(""),
            entry.path("at").asString(""),
            Visible.line(entry.path("actor").asString("")),
            entry.path("action").asString(""),
            object.path("kind").asString("")
                + " "
                + Visible.line(name.isEmpty() ? object.path("id").asString("") : name),
            Visible.line(entry.path("after").path("status").asString(""), 40));
      }
      print(entries.isEmpty() ? "No entries." : table.toString());
    }
  }

  @Command(
      name = "verify",
      description = "Checks every entry for tampering, and prints where the log ends.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Keep the hash it prints somewhere else: a log that is rewritten as a whole, together with",
        "the anchor in the server's home, can be detected only by comparing with that."
      })
  int verify(
      @Mixin ServerOption server,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    try (Connection connection = server.connect()) {
      JsonNode check = connection.get(PATH + "/verify");
      boolean intact = check.path("intact").asBoolean(false);
      print(json ? JsonText.of(check) : text(check, intact));
      return intact
          ? ExitCode.PASSED
          : check.path("breaks").isEmpty() ? ExitCode.INCONCLUSIVE : ExitCode.FAILED;
    }
  }

  @Command(
      name = "export",
      description = "Writes the audit log as CSV, oldest first.",
      mixinStandardHelpOptions = true)
  void export(
      @Mixin ServerOption server,
      @Mixin Wanted wanted,
      @Option(
              names = {"-o", "--output"},
              paramLabel = "FILE",
              description = "Into this file instead of the terminal.")
          @Nullable Path file) {
    try (Connection connection = server.connect()) {
      String csv = connection.text(PATH + "/export" + wanted.query(), "text/csv");
      if (file == null) {
        print(Visible.text(csv));
        return;
      }
      Files.writeString(file, csv);
      print("Written to " + Visible.line(file.toString()) + ".");
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "Cannot write " + file + ": " + e.getMessage() + ".", e);
    }
  }

  private static String text(JsonNode check, boolean intact) {
    StringBuilder text = new StringBuilder();
    boolean unreadable = check.path("anchor_unreadable").asBoolean(false);
    text.append(
            intact
                ? "Intact: "
                : check.path("breaks").isEmpty() ? "Not known: " : "TAMPERED WITH: ")
        .append(check.path("entries").asString("0"))
        .append(" entries.");
    JsonNode head = check.path("head");
    if (head.isObject()) {
      text.append(
          "\nThe log ends with entry %s, hash %s."
              .formatted(head.path("sequence").asString(""), head.path("hash").asString("")));
    }
    if (unreadable) {
      text.append(
          "\nNo conclusion about the end: this server's file audit-anchor cannot be read. Restore it"
              + " from a backup, or remove it to accept the log as it is.");
    } else if (!check.path("anchor").isObject()) {
      text.append("\nThis server has no anchor, so it cannot detect whether the end was cut off.");
    }
    for (JsonNode found : check.path("breaks")) {
      text.append(
          "\nEntry %s: %s"
              .formatted(found.path("sequence").asString(""), found.path("problem").asString("")));
    }
    return text.toString();
  }

  private void print(String text) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(Visible.text(text));
    out.flush();
  }
}
