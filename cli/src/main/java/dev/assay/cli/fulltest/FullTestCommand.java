package dev.assay.cli.fulltest;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.terminal.JsonText;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// The command `assay full-test`.
@Command(
    name = "full-test",
    description =
        "Tests every approved skill again: its saved tasks and two new ones, online and offline.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "One full test runs at a time; a second call follows the one under way. Ctrl-C leaves it",
      "running at the server; --cancel stops it, --resume goes on where one stopped.",
      "",
      "Exit codes: 0 all passed, 1 a skill failed, 2 usage, 3 inconclusive: the platform failed,",
      "or no new tasks could be written for a skill."
    })
public final class FullTestCommand implements Callable<Integer> {
  private static final String PATH = "/api/admin/skills/full-test";
  private static final Duration PAUSE = Duration.ofMillis(300);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Mixin private ServerOption server = new ServerOption();

  @Option(
      names = "--wait",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Wait for the end (default), or begin and leave.")
  private boolean wait;

  @Option(names = "--json", description = "Answer as JSON; progress goes to the error output.")
  private boolean json;

  @Option(names = "--cancel", description = "Stop the full test that is under way.")
  private boolean cancel;

  @Option(names = "--resume", description = "Go on with the last one where it stopped.")
  private boolean resume;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description =
          "Only the saved tasks, on another engine that conversations or tools use; what passes can"
              + " be used there.")
  private @Nullable String engine;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    try (Connection connection =
        cancel
            ? server.connect(Connection.Absence.REFUSE)
            : server.connect(wait ? ServerOption.Leaving.NOTHING : ServerOption.Leaving.WORK)) {
      if (cancel) {
        connection.send("POST", PATH + "/cancel", Map.of());
        say(line.getOut(), "The full test is being cancelled.");
        return ExitCode.PASSED;
      }
      String run = begin(connection, line);
      JsonNode test = wait ? follow(connection, run, line) : connection.get(PATH + "/" + run);
      if (json) {
        say(line.getOut(), JsonText.of(test));
      } else {
        say(line.getOut(), wait ? FullTestFindings.text(test) : "Begun: run " + run);
      }
      return wait ? FullTestFindings.exitCode(test) : ExitCode.PASSED;
    }
  }

  private String begin(Connection connection, CommandLine line) {
    try {
      return connection
          .send("POST", resume ? PATH + "/resume" : PATH + onEngine(), Map.of())
          .path("run_id")
          .asString("");
    } catch (AssayException e) {
      if (engine == null // else it may run on another engine
          && "VALIDATION_IN_PROGRESS".equals(e.details().get("code"))
          && e.details().get("details") instanceof JsonNode details
          && details.hasNonNull("run_id")) {
        say(line.getErr(), "A full test is under way already; following that.");
        return details.path("run_id").asString();
      }
      throw e;
    }
  }

  private String onEngine() {
    return engine == null ? "" : "?engine=" + URLEncoder.encode(engine, StandardCharsets.UTF_8);
  }

  private JsonNode follow(Connection connection, String run, CommandLine line)
      throws InterruptedException {
    long lastAnswer = System.nanoTime();
    try (FullTestProgress progress =
        json
            ? FullTestProgress.besideJson(line.getErr())
            : FullTestProgress.forPeople(line.getOut())) {
      while (true) {
        try {
          JsonNode test = connection.get(PATH + "/" + run);
          lastAnswer = System.nanoTime();
          progress.show(test);
          if (!FullTestFindings.isAlive(test)) {
            return test;
          }
        } catch (AssayException e) {
          boolean lost =
              e.code() == ErrorCode.SERVER_UNREACHABLE || e.code() == ErrorCode.SERVER_FAILED;
          if (!lost || System.nanoTime() - lastAnswer > PATIENCE.toNanos()) {
            throw e;
          }
          connection.lookAgain();
        }
        Thread.sleep(PAUSE);
      }
    }
  }

  private static void say(PrintWriter out, String text) {
    out.println(text);
    out.flush();
  }
}
