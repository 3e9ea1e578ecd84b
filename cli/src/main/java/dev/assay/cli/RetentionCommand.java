package dev.assay.cli;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// The command `assay retention`.
@Command(
    name = "retention",
    description = "Shows what a server removes because of its age, and what would go now.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Removes nothing itself: the server does, every hour, by assay.retention.*.",
      "The audit log names everything that went, and is never cut."
    })
final class RetentionCommand implements Callable<Integer> {
  @Option(names = "--preview", description = "List each thing that would go now.")
  private boolean preview;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    try (Connection server =
        Connection.open(Optional.empty(), System.getenv(), Connection.Absence.START_PRIVATE)) {
      for (JsonNode rule : server.get("/api/admin/retention").path("rules")) {
        String keep = rule.path("keep").asString("");
        out.printf(
            "%-22s %-32s %s%n",
            Visible.line(rule.path("what").asString("")),
            Visible.line(rule.path("setting").asString("")),
            keep.isEmpty()
                ? "kept until deleted"
                : "%s, %d due now".formatted(Visible.line(keep), rule.path("due").size()));
        if (preview) {
          for (JsonNode due : rule.path("due")) {
            out.printf(
                "  %s  %s  %s%n",
                Visible.line(due.path("since").asString("")),
                Visible.line(due.path("id").asString("")),
                Visible.line(due.path("name").asString("")));
          }
        }
      }
    }
    out.flush();
    return ExitCode.PASSED;
  }
}
