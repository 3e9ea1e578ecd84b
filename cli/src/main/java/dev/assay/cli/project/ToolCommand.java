package dev.assay.cli.project;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.terminal.Table;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The commands `assay tool …`.
@Command(
    name = "tool",
    description = "Lists and calls the tools of a project, and adds tools of its own.",
    subcommands = {
      WorkerCommands.Register.class,
      WorkerCommands.Waiting.class,
      WorkerCommands.Answer.class
    },
    mixinStandardHelpOptions = true)
public final class ToolCommand implements Runnable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// A limit longer than any tool call takes.
  private static final Duration LIMIT = Duration.ofMinutes(70);

  @Spec private @Nullable CommandSpec spec;

  /// The option `--project`.
  static final class InProject {
    @Option(
        names = "--project",
        required = true,
        paramLabel = "PROJECT",
        description = "The project's id.")
    String id = "";
  }

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(),
        "Name what to do: list, call, register, waiting or answer.");
  }

  @Command(
      name = "list",
      description = "Lists the tools you may call.",
      mixinStandardHelpOptions = true)
  void list(
      @Mixin ServerOption server,
      @Mixin InProject project,
      @Option(names = "--json", description = "As JSON, with schemas.") boolean json) {
    try (Connection connection = server.connect()) {
      JsonNode tools = connection.get(ProjectsCommand.path(project.id) + "/tools").path("tools");
      if (json) {
        print(tools.toPrettyString());
        return;
      }
      Table table = new Table("TOOL", "ARGUMENTS", "WHAT IT DOES");
      for (JsonNode tool : tools) {
        table.add(
            tool.path("name").asString(),
            String.join(
                " ",
                tool.path("input_schema")
                    .path("required")
                    .valueStream()
                    .map(JsonNode::asString)
                    .toList()),
            tool.path("description").asString());
      }
      print(table.toString());
    }
  }

  @Command(
      name = "call",
      description = "Calls a tool and prints its result as JSON.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Example: assay tool call skills.run_cmd --project demo skill_name=pdf command='ls -l'",
        "",
        "Exit codes: 0 if the tool succeeded, 1 if not."
      })
  int call(
      @Mixin ServerOption server,
      @Mixin InProject project,
      @Parameters(index = "0", paramLabel = "TOOL", description = "For example skills.run_cmd.")
          String tool,
      @Parameters(
              index = "1..*",
              arity = "0..*",
              paramLabel = "NAME=VALUE",
              description = "Arguments. NAME:=JSON gives numbers, lists and objects.")
          @Nullable List<String> arguments,
      @Option(names = "--agent", paramLabel = "ID", description = "For which agent.")
          @Nullable String agent,
      @Option(
              names = "--call-id",
              paramLabel = "ID",
              description = "A call that comes twice with the same id is done once.")
          @Nullable String callId) {
    Map<String, Object> body = new HashMap<>();
    body.put("arguments", read(arguments == null ? List.of() : arguments));
    if (agent != null) {
      body.put("agent_id", agent);
    }
    if (callId != null) {
      body.put("tool_call_id", callId);
    }
    String name = tool.contains(".") ? tool : "skills." + tool;
    try (Connection connection = server.connect()) {
      JsonNode answer =
          connection.send(
              "POST",
              ProjectsCommand.path(project.id)
                  + "/tools/"
                  + ProjectsCommand.encoded(name)
                  + ":call",
              body,
              LIMIT);
      print(answer.path("result").toPrettyString());
      return answer.path("status").asString().equals("success") ? ExitCode.PASSED : ExitCode.FAILED;
    }
  }

  private ObjectNode read(List<String> arguments) {
    ObjectNode all = JSON.createObjectNode();
    for (String argument : arguments) {
      int at = argument.indexOf('=');
      if (at < 1) {
        throw wrong(argument + " is not NAME=VALUE or NAME:=JSON.");
      }
      if (argument.charAt(at - 1) == ':') {
        try {
          all.set(argument.substring(0, at - 1), JSON.readTree(argument.substring(at + 1)));
        } catch (JacksonException e) {
          throw wrong(argument + " has no JSON after :=");
        }
      } else {
        all.put(argument.substring(0, at), argument.substring(at + 1));
      }
    }
    return all;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }

  private void print(String text) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(Visible.text(text));
    out.flush();
  }
}
