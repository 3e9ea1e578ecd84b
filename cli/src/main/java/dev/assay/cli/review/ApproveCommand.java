package dev.assay.cli.review;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.validate.RemoteSkills;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// The command `assay skills approve`.
@Command(
    name = "approve",
    description = "Puts a skill into use that passed its validation.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "If the runtime image changed since the validation, the skill is tested on the current one",
      "first; this command waits for that.",
      "",
      "Exit codes: 0 in use, 1 rejected by those tests, 2 refused, 3 they gave no result."
    })
public final class ApproveCommand implements Callable<Integer> {
  @Mixin private ServerOption server = new ServerOption();

  @Parameters(paramLabel = "SKILL", description = "The skill's id or name.")
  private String skill = "";

  @Option(
      names = "--digest",
      paramLabel = "DIGEST",
      description = "What you looked at; anything else is refused.")
  private Optional<String> digest = Optional.empty();

  @Option(
      names = "--run",
      paramLabel = "ID",
      description = "Whose report you read; any other run is refused.")
  private Optional<String> run = Optional.empty();

  @Option(
      names = "--acknowledge-rehearsal",
      description = "You know that rules were used instead of a model.")
  private boolean acknowledge;

  @Option(
      names = "--acknowledge-held",
      description = "You know what the validation left open (held_reasons).")
  private boolean acknowledgeHeld;

  @Option(
      names = "--wait",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Wait for tests on the current image (default), or leave.")
  private boolean wait;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    ServerOption.Leaving leaving = wait ? ServerOption.Leaving.NOTHING : ServerOption.Leaving.WORK;
    try (Connection connection = server.connect(leaving)) {
      RemoteSkills skills = new RemoteSkills(connection);
      String id = skills.find(skill).path("skill_id").asString("");
      JsonNode answer = connection.send("POST", "/api/admin/skills/" + id + "/approve", body());
      if (answer.path("status").asString("").equals("approved")) {
        say(out, "%s is in use with %s.", answer.path("runtime_image_version").asString(""));
        return ExitCode.PASSED;
      }
      if (!wait) {
        say(out, "%s is being tested on the current image by run %s.", runOf(answer));
        return ExitCode.PASSED;
      }
      say(out, "The runtime image changed since %s was validated; testing it on the current one.");
      return ended(out, new RunFollower(skills, out).end(id));
    }
  }

  private Map<String, Object> body() {
    Map<String, Object> body = new LinkedHashMap<>();
    digest.ifPresent(text -> body.put("digest", text));
    run.ifPresent(text -> body.put("run_id", text));
    body.put("acknowledge_rehearsal", acknowledge);
    body.put("acknowledge_held", acknowledgeHeld);
    return body;
  }

  private int ended(PrintWriter out, JsonNode status) {
    return switch (status.path("status").asString("")) {
      case "approved" -> {
        say(out, "%s is in use.");
        yield ExitCode.PASSED;
      }
      case "rejected" -> {
        say(
            out,
            "%s was rejected: it does not work with the current image. See: assay skills show");
        yield ExitCode.FAILED;
      }
      default -> {
        say(
            out,
            "%s waits for review again: %s",
            Visible.folded(
                status.path("inconclusive_reason").asString("the tests ended early"), 500));
        yield ExitCode.INCONCLUSIVE;
      }
    };
  }

  private static String runOf(JsonNode answer) {
    return answer.path("run_id").asString("");
  }

  private void say(PrintWriter out, String text, Object... rest) {
    Object[] all = new Object[rest.length + 1];
    all[0] = Visible.line(skill);
    System.arraycopy(rest, 0, all, 1, rest.length);
    out.println(text.formatted(all));
    out.flush();
  }
}
