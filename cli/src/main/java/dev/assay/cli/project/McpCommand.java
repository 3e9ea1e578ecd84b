package dev.assay.cli.project;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.skill.AssayException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The command `assay mcp`. It serves a project to clients that speak the Model Context Protocol
/// only over standard input and output. It sends each line to the server and prints each answer as
/// a line.
@Command(
    name = "mcp",
    description = "Speaks the Model Context Protocol over standard input and output.",
    mixinStandardHelpOptions = true,
    footer = {"", "For clients without HTTP: let them start  assay mcp --project PROJECT"})
public final class McpCommand implements Runnable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LIMIT = Duration.ofMinutes(70);
  private static final int SERVER_ERROR = -32000;
  private static final int PARSE_ERROR = -32700;

  @Spec private @Nullable CommandSpec spec;
  @Mixin private ServerOption server = new ServerOption();
  @Mixin private ToolCommand.InProject project = new ToolCommand.InProject();

  @Option(names = "--agent", paramLabel = "ID", description = "For which agent.")
  private @Nullable String agent;

  @Override
  public void run() {
    try (Connection connection = server.connect();
        ExecutorService answers = Executors.newVirtualThreadPerTaskExecutor();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String message = line;
        if (!message.isBlank()) {
          answers.execute(() -> answer(connection, message));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void answer(Connection connection, String message) {
    JsonNode request;
    try {
      request = JSON.readTree(message);
    } catch (JacksonException e) {
      print(problem(JSON.nullNode(), PARSE_ERROR, "This is not JSON."));
      return;
    }
    try {
      String answer =
          connection.exchange(
              ProjectsCommand.path(project.id) + "/mcp",
              message,
              agent == null ? Map.of() : Map.of("Assay-Agent", agent),
              LIMIT);
      if (!answer.isBlank()) {
        print(JSON.readTree(answer).toString());
      }
    } catch (AssayException e) {
      if (request.has("id")) {
        print(problem(request.path("id"), SERVER_ERROR, e.reason()));
      }
    }
  }

  private static String problem(JsonNode id, int code, String message) {
    ObjectNode problem = JSON.createObjectNode().put("jsonrpc", "2.0");
    problem.set("id", id);
    problem.putObject("error").put("code", code).put("message", message);
    return problem.toString();
  }

  private synchronized void print(String line) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
