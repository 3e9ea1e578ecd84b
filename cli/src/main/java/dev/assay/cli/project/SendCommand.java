package dev.assay.cli.project;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// The command `assay projects send`. It sends a message to an agent and shows the agent's work.
@Command(
    name = "send",
    description = "Sends a message to an agent of a project and follows what it does.",
    mixinStandardHelpOptions = true,
    footer = {"", "Exit codes: 0 if the agent succeeded, or with --no-wait; 1 if not."})
final class SendCommand implements Callable<Integer> {
  private static final Set<String> OVER = Set.of("succeeded", "failed", "canceled");
  private static final int LONGEST = 300;

  @Spec private @Nullable CommandSpec spec;
  @Mixin private ServerOption server = new ServerOption();

  @Parameters(index = "0", paramLabel = "PROJECT")
  private String project = "";

  @Parameters(index = "1", paramLabel = "AGENT", description = "Any name: letters, digits, . _ : -")
  private String agent = "";

  @Parameters(index = "2..*", arity = "1..*", paramLabel = "MESSAGE")
  private List<String> message = List.of();

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      description = "Which of the agent's conversations this belongs to.")
  private @Nullable String channel;

  @Option(names = "--no-wait", description = "Print the turn's id and end.")
  private boolean noWait;

  @Override
  public Integer call() {
    Map<String, Object> body = new HashMap<>(Map.of("message", String.join(" ", message)));
    if (channel != null) {
      body.put("channel", channel);
    }
    try (Connection connection = server.connect()) {
      String path = ProjectsCommand.path(project);
      String turn =
          connection
              .send("POST", path + "/agents/" + ProjectsCommand.encoded(agent) + "/messages", body)
              .path("turn_id")
              .asString();
      print("turn " + turn);
      return noWait || follow(connection, path + "/turns/" + turn)
          ? ExitCode.PASSED
          : ExitCode.FAILED;
    }
  }

  /// @return true if the turn succeeded
  private boolean follow(Connection connection, String turn) {
    int seen = 0;
    while (true) {
      JsonNode answer = connection.get(turn + "/cards?wait_seconds=20&after=" + seen);
      for (JsonNode card : answer.path("cards")) {
        seen = card.path("number").asInt();
        print(line(card));
      }
      String status = answer.path("status").asString();
      if (OVER.contains(status) && answer.path("cards").isEmpty()) {
        return status.equals("succeeded");
      }
    }
  }

  static String line(JsonNode card) {
    JsonNode content = card.path("content");
    String text =
        switch (card.path("type").asString()) {
          case "user_message" -> content.path("text").asString();
          case "agent_reply" -> content.path("text").asString();
          case "tool_call" ->
              content.path("tool").asString() + " " + content.path("arguments").toString();
          case "tool_result" ->
              content.path("status").asString() + " " + content.path("result").toString();
          case "agent_result" ->
              content.path("status").asString()
                  + ": "
                  + content.path("result").asString(content.path("error").asString(""));
          default -> content.toString();
        };
    boolean whole = card.path("type").asString().equals("agent_result");
    return "%3d %-15s %s"
        .formatted(
            card.path("number").asInt(),
            card.path("type").asString(),
            whole ? text : Visible.folded(text, LONGEST));
  }

  private void print(String text) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(Visible.text(text));
    out.flush();
  }
}
