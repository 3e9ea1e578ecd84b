package dev.assay.cli.project;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.Table;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// The commands `assay projects bus …` about messages to the agents of a project and messages that
/// could not be handled.
@Command(
    name = "bus",
    description = "Messages of a project: turns of agents, parked messages, a fresh start.",
    mixinStandardHelpOptions = true)
final class BusCommand implements Runnable {
  private static final int LONGEST = 80;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(),
        "Name what to do: turns, cards, cancel, parked, resend or reset.");
  }

  @Command(
      name = "turns",
      description = "Lists messages to agents, the latest first.",
      mixinStandardHelpOptions = true)
  void turns(@Mixin ServerOption server, @Parameters(paramLabel = "PROJECT") String project) {
    try (Connection connection = server.connect()) {
      Table table = new Table("TURN", "AGENT", "CHANNEL", "STATUS", "RESULT");
      for (JsonNode turn : connection.get(ProjectsCommand.path(project) + "/turns").path("turns")) {
        table.add(
            turn.path("turn_id").asString(),
            turn.path("agent_id").asString(),
            turn.path("channel").asString(),
            turn.path("status").asString(),
            Visible.folded(turn.path("result").asString(turn.path("error").asString("")), LONGEST));
      }
      print(table.toString());
    }
  }

  @Command(
      name = "cards",
      description = "Shows what was said and called in a turn.",
      mixinStandardHelpOptions = true)
  void cards(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String project,
      @Parameters(paramLabel = "TURN") String turn) {
    try (Connection connection = server.connect()) {
      JsonNode answer =
          connection.get(
              ProjectsCommand.path(project) + "/turns/" + ProjectsCommand.encoded(turn) + "/cards");
      answer.path("cards").forEach(card -> print(SendCommand.line(card)));
      print(answer.path("status").asString());
    }
  }

  @Command(name = "cancel", description = "Stops a turn.", mixinStandardHelpOptions = true)
  void cancel(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String project,
      @Parameters(paramLabel = "TURN") String turn) {
    try (Connection connection = server.connect()) {
      connection.send(
          "POST",
          ProjectsCommand.path(project) + "/turns/" + ProjectsCommand.encoded(turn) + ":cancel",
          Map.of());
      print("The turn is stopped.");
    }
  }

  @Command(
      name = "parked",
      description = "Lists messages that could not be handled, with the reasons.",
      mixinStandardHelpOptions = true)
  void parked(@Mixin ServerOption server, @Parameters(paramLabel = "PROJECT") String project) {
    try (Connection connection = server.connect()) {
      Table table = new Table("ID", "PARKED", "SENT AGAIN", "REASON");
      for (JsonNode message :
          connection.get(ProjectsCommand.path(project) + "/parked").path("messages")) {
        table.add(
            message.path("id").asString(),
            message.path("parked_at").asString(),
            message.path("resent_at").asString("-"),
            message.path("reason").asString());
      }
      print(table.toString());
    }
  }

  @Command(
      name = "resend",
      description = "Sends a parked message again.",
      mixinStandardHelpOptions = true)
  void resend(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String project,
      @Parameters(paramLabel = "ID") String id) {
    try (Connection connection = server.connect()) {
      connection.send(
          "POST",
          ProjectsCommand.path(project) + "/parked/" + ProjectsCommand.encoded(id) + ":resend",
          Map.of());
      print("It is sent again.");
    }
  }

  @Command(
      name = "reset",
      description =
          "Ends what goes on in a project and removes its messages and leases; cards, sessions and"
              + " files stay.",
      mixinStandardHelpOptions = true)
  void reset(@Mixin ServerOption server, @Parameters(paramLabel = "PROJECT") String project) {
    try (Connection connection = server.connect()) {
      JsonNode reset =
          connection.send("POST", ProjectsCommand.path(project) + "/bus:reset", Map.of());
      print(
          "%s turns and %s runs were ended; nothing waits any more."
              .formatted(reset.path("turns").asInt(), reset.path("runs").asInt()));
    }
  }

  private void print(String text) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(Visible.text(text));
    out.flush();
  }
}
