package dev.assay.cli;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The command `assay status`.
@Command(
    name = "status",
    description = "Shows whether a server runs on this home, where, and whether it is healthy.",
    mixinStandardHelpOptions = true,
    footer = {"", "Exit code 0 if it runs and is healthy, else 1."})
final class StatusCommand implements Callable<Integer> {
  @Option(names = "--json", description = "Answer as JSON.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    Home home = Home.locate(System.getenv());
    Optional<ServerFile> server = ServerFile.find(home);
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("home", home.path().toString());
    facts.put("running", server.isPresent());
    server.ifPresent(
        running -> {
          facts.put("url", running.url().toString());
          facts.put("pid", running.pid());
          facts.put("version", running.version());
          facts.put("started_at", running.startedAt().toString());
          if (running.isPrivate()) {
            facts.put("private", true);
            facts.put("log", home.privateLogFile().toString());
          }
          facts.put("health", health());
        });
    boolean healthy = "UP".equals(facts.get("health"));
    if (json) {
      out.println(
          JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(facts));
    } else if (server.isEmpty()) {
      out.println("No server runs on " + home.path() + ". Start one with: assay serve");
    } else {
      facts.forEach((name, value) -> out.printf("%-11s %s%n", name, value));
      if (server.get().isPrivate()) {
        out.println();
        out.println("Commands started it and share it; it ends by itself, or with: assay stop");
      }
    }
    out.flush();
    return healthy ? ExitCode.PASSED : ExitCode.FAILED;
  }

  private static String health() {
    try (Connection connection =
        Connection.open(Optional.empty(), System.getenv(), Connection.Absence.REFUSE)) {
      JsonNode answer = connection.get("/actuator/health");
      return answer.path("status").asString("UNKNOWN");
    } catch (dev.assay.skill.AssayException e) {
      return "DOWN";
    }
  }
}
