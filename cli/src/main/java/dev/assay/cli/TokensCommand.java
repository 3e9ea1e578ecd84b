package dev.assay.cli;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.Table;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// The commands `assay tokens …`.
@Command(
    name = "tokens",
    description = "Makes, lists and revokes API tokens.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Without --user these are your own tokens (ASSAY_TOKEN says who you are); on the server's own",
      "machine, and as an admin, --user names the account."
    })
final class TokensCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  /// The option `--user`, which names the owner of the tokens.
  static final class Owner {
    @Option(
        names = "--user",
        paramLabel = "USER",
        description = "The account whose tokens these are (admins only).")
    private @Nullable String user;

    String path() {
      return user == null
          ? "/api/tokens"
          : "/api/admin/users/"
              + URLEncoder.encode(user, StandardCharsets.UTF_8).replace("+", "%20")
              + "/tokens";
    }
  }

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Name what to do with tokens.");
  }

  @Command(name = "list", description = "Lists API tokens.", mixinStandardHelpOptions = true)
  void list(
      @Mixin ServerOption server,
      @Mixin Owner owner,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    try (Connection connection = server.connect()) {
      JsonNode tokens = connection.get(owner.path()).path("tokens");
      if (json) {
        print(tokens.toPrettyString());
        return;
      }
      Table table = new Table("ID", "NAME", "LAST USED", "EXPIRES");
      for (JsonNode token : tokens) {
        String used = token.path("last_used_at").asString();
        table.add(
            token.path("id").asString(),
            token.path("name").asString(),
            used.equals(token.path("created_at").asString()) ? "never" : used.substring(0, 10),
            token.path("expires_at").asString().substring(0, 10));
      }
      print(table.toString());
    }
  }

  @Command(
      name = "create",
      description = "Makes an API token and prints it, once.",
      mixinStandardHelpOptions = true)
  void create(
      @Mixin ServerOption server,
      @Mixin Owner owner,
      @Parameters(paramLabel = "NAME", description = "What will use it.") String name,
      @Option(names = "--days", paramLabel = "N", description = "Days it lives.")
          @Nullable Integer days) {
    Map<String, Object> body = new HashMap<>(Map.of("name", name));
    if (days != null) {
      body.put("expires_in_days", days);
    }
    try (Connection connection = server.connect()) {
      JsonNode token = connection.send("POST", owner.path(), body);
      print(token.path("token").asString());
    }
  }

  @Command(
      name = "revoke",
      description = "Ends an API token at once.",
      mixinStandardHelpOptions = true)
  void revoke(
      @Mixin ServerOption server, @Mixin Owner owner, @Parameters(paramLabel = "ID") UUID id) {
    try (Connection connection = server.connect()) {
      connection.send("DELETE", owner.path() + "/" + id, Map.of());
      print(id + " is revoked.");
    }
  }

  private void print(String text) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(Visible.text(text));
    out.flush();
  }
}
