package dev.assay.cli.project;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.Table;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The commands `assay tool register`, `waiting` and `answer` for tools that a project's own
/// workers implement.
final class WorkerCommands {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST = 100;

  private WorkerCommands() {}

  /// The command `assay tool register FILE`.
  @Command(
      name = "register",
      description = "Adds a tool that workers of the project do, or changes it.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "The file holds {\"name\": \"tickets.create\", \"description\": \"…\",",
        "\"input_schema\": {…}}. Agents call it; see assay tool waiting."
      })
  static final class Register implements Runnable {
    @Mixin private ServerOption server = new ServerOption();
    @Mixin private ToolCommand.InProject project = new ToolCommand.InProject();

    @Parameters(paramLabel = "FILE", description = "The tool as JSON.")
    private Path file = Path.of("");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
      try (Connection connection = server.connect()) {
        JsonNode added =
            connection.send(
                "POST",
                ProjectsCommand.path(project.id) + "/tools",
                json(spec, text(spec, file), file.toString()));
        print(
            spec,
            added.path("name").asString() + " can be called by agents of " + project.id + ".");
      }
    }
  }

  /// The command `assay tool waiting`.
  @Command(
      name = "waiting",
      description = "Lists calls of the project's own tools that wait for a worker.",
      mixinStandardHelpOptions = true)
  static final class Waiting implements Runnable {
    @Mixin private ServerOption server = new ServerOption();
    @Mixin private ToolCommand.InProject project = new ToolCommand.InProject();

    @Option(names = "--json", description = "As JSON, with all arguments.")
    private boolean json;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
      try (Connection connection = server.connect()) {
        JsonNode calls = connection.get(ProjectsCommand.path(project.id) + "/calls").path("calls");
        if (json) {
          print(spec, calls.toPrettyString());
          return;
        }
        Table table = new Table("CALL", "TOOL", "ARGUMENTS");
        for (JsonNode call : calls) {
          table.add(
              call.path("tool_call_id").asString(),
              call.path("tool").asString(),
              Visible.folded(call.path("arguments").toString(), LONGEST));
        }
        print(spec, table.toString());
      }
    }
  }

  /// The command `assay tool answer CALL JSON`.
  @Command(
      name = "answer",
      description = "Brings the result of such a call; the agent goes on with it.",
      mixinStandardHelpOptions = true)
  static final class Answer implements Runnable {
    @Mixin private ServerOption server = new ServerOption();
    @Mixin private ToolCommand.InProject project = new ToolCommand.InProject();

    @Parameters(index = "0", paramLabel = "CALL", description = "The call's id.")
    private String call = "";

    @Parameters(index = "1", paramLabel = "JSON", description = "The result, an object.")
    private String result = "";

    @Option(names = "--failed", description = "The tool could not do it.")
    private boolean failed;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
      try (Connection connection = server.connect()) {
        connection.send(
            "POST",
            ProjectsCommand.path(project.id)
                + "/calls/"
                + ProjectsCommand.encoded(call)
                + ":result",
            Map.of("status", failed ? "error" : "success", "result", json(spec, result, "JSON")));
        print(spec, "The agent has the result.");
      }
    }
  }

  private static String text(CommandSpec spec, Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), file + " cannot be read.");
    }
  }

  private static Map<String, Object> json(CommandSpec spec, String text, String where) {
    try {
      return JSON.readValue(text, new TypeReference<Map<String, Object>>() {});
    } catch (JacksonException e) {
      throw new ParameterException(spec.commandLine(), where + " is not a JSON object.");
    }
  }

  private static void print(CommandSpec spec, String text) {
    spec.commandLine().getOut().println(Visible.text(text));
    spec.commandLine().getOut().flush();
  }
}
