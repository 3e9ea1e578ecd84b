package dev.assay.cli;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.Table;
import dev.assay.cli.terminal.TerminalUser;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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
import tools.jackson.databind.JsonNode;

/// The commands `assay users …`.
@Command(
    name = "users",
    description = "Lists, invites, changes and removes the accounts of a server.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Forgot the admin's password? On the server's machine: assay users reset-password admin"
    })
final class UsersCommand implements Runnable {
  private static final String PATH = "/api/admin/users";

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Name what to do with users.");
  }

  @Command(name = "list", description = "Lists all accounts.", mixinStandardHelpOptions = true)
  void list(
      @Mixin ServerOption server,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    try (Connection connection = server.connect()) {
      JsonNode users = connection.get(PATH).path("users");
      if (json) {
        print(users.toPrettyString());
        return;
      }
      Table table = new Table("USER", "ROLE", "SIGNS IN WITH", "STATE", "SINCE");
      for (JsonNode user : users) {
        table.add(
            user.path("username").asString(),
            user.path("role").asString(),
            user.path("origin").asString().equals("local") ? "password" : "organisation",
            user.path("state").asString(),
            user.path("created_at").asString().substring(0, 10));
      }
      print(table.toString());
    }
  }

  @Command(
      name = "add",
      description = "Makes an account and prints its one-time password.",
      mixinStandardHelpOptions = true)
  void add(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "USER") String user,
      @Option(
              names = "--role",
              paramLabel = "ROLE",
              defaultValue = "user",
              description = "admin, reviewer, author, auditor or user (default: ${DEFAULT-VALUE})")
          String role) {
    try (Connection connection = server.connect()) {
      handOver(connection.send("POST", PATH, Map.of("username", user, "role", role)));
    }
  }

  @Command(
      name = "reset-password",
      description = "Gives an account a new one-time password and ends its sessions.",
      mixinStandardHelpOptions = true)
  void resetPassword(@Mixin ServerOption server, @Parameters(paramLabel = "USER") String user) {
    try (Connection connection = server.connect()) {
      handOver(connection.send("POST", path(user) + "/password-reset", Map.of()));
    }
  }

  @Command(
      name = "set-role",
      description = "Gives an account another role.",
      mixinStandardHelpOptions = true)
  void setRole(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "USER") String user,
      @Parameters(paramLabel = "ROLE", description = "admin, reviewer, author, auditor or user")
          String role) {
    change(server, user, Map.of("role", role), user + " is " + role + " now.");
  }

  @Command(
      name = "disable",
      description = "Locks an account out and ends its sessions and tokens.",
      mixinStandardHelpOptions = true)
  void disable(@Mixin ServerOption server, @Parameters(paramLabel = "USER") String user) {
    change(server, user, Map.of("disabled", true), user + " can no longer sign in.");
  }

  @Command(
      name = "enable",
      description = "Lets a disabled account in again.",
      mixinStandardHelpOptions = true)
  void enable(@Mixin ServerOption server, @Parameters(paramLabel = "USER") String user) {
    change(server, user, Map.of("disabled", false), user + " can sign in again.");
  }

  @Command(
      name = "remove",
      description = "Removes an account and its tokens for good.",
      mixinStandardHelpOptions = true)
  void remove(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "USER") String user,
      @Option(names = "--yes", description = "Do not ask.") boolean yes) {
    if (!yes) {
      TerminalUser.requireYes(
          "Remove the account " + Visible.line(user) + " and its tokens for good?");
    }
    try (Connection connection = server.connect()) {
      connection.send("DELETE", path(user), Map.of());
      print(user + " is removed.");
    }
  }

  private void change(ServerOption server, String user, Map<String, ?> change, String done) {
    try (Connection connection = server.connect()) {
      connection.send("PATCH", path(user), change);
      print(done);
    }
  }

  private void handOver(JsonNode invitation) {
    print(
        "One-time password of "
            + invitation.path("username").asString()
            + ", shown only now: "
            + invitation.path("one_time_password").asString());
  }

  private static String path(String user) {
    return PATH + "/" + URLEncoder.encode(user, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private void print(String text) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(Visible.text(text));
    out.flush();
  }
}
