package dev.assay.cli.review;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.terminal.TerminalUser;
import dev.assay.cli.validate.RemoteSkills;
import dev.assay.skill.AssayException;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// The command `assay skills delete`.
@Command(
    name = "delete",
    description = "Deletes a skill with its files and tasks.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A skill whose packages are in the current runtime image is out of use at once, and gone when",
      "the next image has been built without it.",
      "",
      "Exit codes: 0 deleted, 2 refused, 3 out of use, but the image could not be built."
    })
public final class DeleteCommand implements Callable<Integer> {
  @Mixin private ServerOption server = new ServerOption();

  @Parameters(paramLabel = "SKILL", description = "The skill's id or name.")
  private String skill = "";

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    try (Connection connection = server.connect()) {
      RemoteSkills skills = new RemoteSkills(connection);
      JsonNode found = skills.find(skill);
      String id = found.path("skill_id").asString("");
      String path = "/api/admin/skills/" + id;
      String what =
          Visible.line(found.path("name").asString(""))
              + " version "
              + found.path("version").asString("");
      JsonNode preview = connection.send("DELETE", path + "?dry_run=true", Map.of());
      if (!yes) {
        TerminalUser.requireYes(question(what, preview));
      }
      JsonNode answer = connection.send("DELETE", path, Map.of());
      if (answer.path("deleted").asBoolean()) {
        return say(out, what + " is deleted.", ExitCode.PASSED);
      }
      out.println(what + " is out of use; building the next image without it.");
      out.flush();
      return awaited(skills, out, id, what);
    }
  }

  private static String question(String what, JsonNode preview) {
    return preview.path("builds_image").asBoolean()
        ? "Delete %s? The next runtime image is built without it and the others are tested on it."
            .formatted(what)
        : "Delete " + what + "?";
  }

  private static int awaited(RemoteSkills skills, PrintWriter out, String id, String what)
      throws InterruptedException {
    try {
      JsonNode status = new RunFollower(skills, out).end(id);
      String reason = Visible.folded(status.path("inconclusive_reason").asString(""), 500);
      return say(out, what + " is not deleted: " + reason, ExitCode.INCONCLUSIVE);
    } catch (AssayException e) {
      if ("SKILL_NOT_FOUND".equals(e.details().get("code"))) {
        return say(out, what + " is deleted.", ExitCode.PASSED);
      }
      throw e;
    }
  }

  private static int say(PrintWriter out, String text, int code) {
    out.println(text);
    out.flush();
    return code;
  }
}
