package dev.assay.cli.chat;

import dev.assay.cli.check.Colours;
import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.terminal.Table;
import dev.assay.cli.terminal.TerminalUser;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
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

/// The command `assay chat`.
@Command(
    name = "chat",
    description = "Talks with an agent that uses admitted skills in a sandbox of its own.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Try:  assay chat --file sales.csv \"Which region sold most?\"",
      "",
      "Without a message it asks for one, line by line, until an empty line or the end of input;",
      "what is piped in is one message. Ctrl-C stops the answer.",
      "",
      "Exit codes: 0 answered, 1 stopped, 2 usage or unreadable input, 3 no answer: the model or the",
      "platform failed."
    })
public final class ChatCommand implements Callable<Integer> {
  @Parameters(paramLabel = "MESSAGE", arity = "0..*", description = "What to say.")
  private List<String> words = List.of();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "A file to bring along; can be repeated.")
  private List<Path> files = List.of();

  @Option(names = "--continue", paramLabel = "ID", description = "Goes on with a conversation.")
  private @Nullable String known;

  @Option(
      names = "--skill",
      paramLabel = "NAME",
      description = "Only this skill; can be repeated (default: the agent chooses).")
  private List<String> skills = List.of();

  @Option(names = "--model", paramLabel = "NAME", description = "One of the configured models.")
  private @Nullable String model;

  @Option(names = "--list", description = "Lists your conversations, the latest first.")
  private boolean list;

  @Option(
      names = "--history",
      paramLabel = "ID",
      description = "Prints what was said in a conversation.")
  private @Nullable String history;

  @Mixin private ServerOption server = new ServerOption();
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    files.forEach(ChatCommand::requireFile);
    try (Connection connection = server.connect()) {
      RemoteChats chats = new RemoteChats(connection);
      if (list) {
        out().println(table(chats.list()));
        out().flush();
        return ExitCode.PASSED;
      }
      if (history != null) {
        printMessages(chats.messages(chats.find(history)));
        return ExitCode.PASSED;
      }
      return talk(chats);
    }
  }

  private int talk(RemoteChats chats) throws IOException {
    String conversation = known == null ? "" : chats.find(known);
    if (!words.isEmpty() || !TerminalUser.isThere()) {
      String message =
          words.isEmpty()
              ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
              : String.join(" ", words);
      requireMessage(message);
      String id = begun(chats, conversation);
      int code = say(chats, id, message);
      hint(id);
      return code;
    }
    int code = ExitCode.PASSED;
    String id = begun(chats, conversation);
    for (String line = ask(); !line.isBlank(); line = ask()) {
      code = say(chats, id, line);
    }
    hint(id);
    return code;
  }

  private String begun(RemoteChats chats, String known) throws FileNotFoundException {
    String id = known.isEmpty() ? chats.begin() : known;
    for (Path file : files) {
      JsonNode stored = chats.upload(id, file);
      out().println("uploaded " + Visible.line(stored.path("container_path").asString("")));
    }
    out().flush();
    return id;
  }

  private int say(RemoteChats chats, String id, String message) {
    Map<String, Object> body = new HashMap<>();
    body.put("message", message);
    if (model != null) {
      body.put("model_name", model);
    }
    if (!skills.isEmpty()) {
      body.put("skills", skills);
    }
    return new TurnFollower(chats).take(id, body, new TurnPrinter(out(), Colours.choose()));
  }

  private void printMessages(JsonNode messages) {
    for (JsonNode message : messages) {
      boolean user = message.path("role").asString("").equals("user");
      out().println((user ? "you: " : "agent: ") + Visible.text(message.path("text").asString("")));
      JsonNode error = message.path("error");
      if (error.isObject()) {
        out().println("error: " + Visible.folded(error.path("message").asString(""), 2000));
      }
    }
    out().flush();
  }

  private static String table(JsonNode conversations) {
    if (conversations.isEmpty()) {
      return "No conversations. Begin with: assay chat \"MESSAGE\"";
    }
    Table table = new Table("UPDATED", "TURNS", "ID", "TITLE");
    for (JsonNode each : conversations) {
      table.add(
          Visible.line(each.path("updated_at").asString(""), 16).replace("…", ""),
          each.path("turns").asString(""),
          each.path("id").asString(""),
          Visible.line(each.path("title").asString(""), 60));
    }
    return table.toString();
  }

  private static String ask() {
    String line = Objects.requireNonNull(System.console()).readLine("> ");
    return line == null ? "" : line;
  }

  /// Prints the hint on the error output, so that a pipe receives only the answer.
  private void hint(String id) {
    PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
    err.println("Go on with: assay chat --continue " + id);
    err.flush();
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }

  private static void requireFile(Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, file + " is not a file that can be read; give another --file.");
    }
  }

  private static void requireMessage(String message) {
    if (message.isBlank()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "Say something: assay chat \"MESSAGE\", or pipe it in.");
    }
  }
}
