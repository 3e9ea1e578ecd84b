package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// The commands that talk to a server, from another process than the server's.
class CommandsStoryTest {
  private static final Home HOME = PreparedHome.copy();
  private static AssayProcess server;
  private static WarmCommands commands;

  @BeforeAll
  static void start() {
    server =
        AssayProcess.start(
                HOME,
                Map.of("ASSAY_ADMIN_PASSWORD", "correct horse", "ASSAY_LOG_FORMAT", "json"),
                "serve",
                "--port",
                "0")
            .untilReady();
    commands = WarmCommands.on(HOME, Map.of());
  }

  @AfterAll
  static void stop() {
    commands.close();
    server.close();
  }

  @Test
  void an_account_is_made_changed_and_removed_only_when_asked_twice() {
    assertThat(ok("users", "add", "ada", "--role", "admin")).contains("One-time password of ada");
    assertThat(ok("users", "list")).containsPattern("ada +admin +password +must_change_password");
    assertThat(ok("users", "set-role", "ada", "user")).contains("ada is user now");
    assertThat(ok("users", "disable", "ada")).contains("can no longer sign in");
    assertThat(ok("users", "enable", "ada")).contains("can sign in again");
    assertThat(ok("users", "reset-password", "ada")).contains("One-time password of ada");

    WarmCommands.Ended unasked = commands.run("users", "remove", "ada");
    assertThat(unasked.code()).isEqualTo(ExitCode.USAGE);
    assertThat(unasked.output()).contains("say --yes");
    assertThat(ok("users", "list", "--json")).contains("\"ada\"");
    assertThat(ok("users", "remove", "ada", "--yes")).contains("ada is removed");
    assertThat(ok("users", "list")).doesNotContain("ada");

    WarmCommands.Ended last = commands.run("users", "remove", "admin", "--yes");
    assertThat(last.code()).isEqualTo(ExitCode.USAGE);
    assertThat(last.output()).contains("last active admin");
  }

  @Test
  void a_token_works_from_another_machine_until_it_is_revoked() {
    String token = ok("tokens", "create", "robot", "--user", "admin", "--days", "3").strip();
    Map<String, String> elsewhere =
        Map.of("ASSAY_SERVER", server.server().url().toString(), "ASSAY_TOKEN", token);
    try (WarmCommands others = WarmCommands.on(AssayProcess.newHome(), elsewhere)) {
      String list = others.ok("tokens", "list");
      assertThat(list).contains("robot").doesNotContain(token);

      String id = list.lines().skip(1).findFirst().orElseThrow().split(" ", 2)[0];
      assertThat(ok("tokens", "revoke", id, "--user", "admin")).contains("is revoked");
      WarmCommands.Ended refused = others.run("users", "list");
      assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.output()).contains("unknown, expired or revoked").doesNotContain(token);
    }
  }

  @Test
  void a_log_for_programs_is_one_json_object_per_line_with_the_id_of_the_request()
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      client.send(
          HttpRequest.newBuilder(server.server().url().resolve("/api/auth/login"))
              .header("Content-Type", "application/json")
              .header("X-Request-Id", "traced-1")
              .POST(
                  BodyPublishers.ofString(
                      "{\"username\": \"eve\\nforged line\", \"password\": \"hunter2\"}"))
              .build(),
          BodyHandlers.discarding());
    }
    server.untilSaid("traced-1");
    JsonMapper json = JsonMapper.builder().build();
    for (String line : server.output().lines().toList()) {
      assertThat(json.readTree(line).isObject()).as(line).isTrue();
    }
    assertThat(server.output()).contains("is ready at").doesNotContain("hunter2");
  }

  @Test
  void a_project_is_made_shown_and_deleted_and_its_tools_are_called(@TempDir Path folder)
      throws IOException {
    assertThat(ok("projects", "create", "demo", "--reuse", "session")).contains("demo is there");
    assertThat(ok("projects", "list")).containsPattern("demo +demo +session +local");
    assertThat(ok("projects", "show", "demo")).containsPattern("local +owner");
    assertThat(ok("tool", "list", "--project", "demo")).contains("skills.run_cmd");
    WarmCommands.Ended refused =
        commands.run("tool", "call", "load", "--project", "demo", "skill_name=no-such-skill");
    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.output()).contains("no skill \"no-such-skill\"");
    WarmCommands.Ended wrong =
        commands.run("tool", "call", "task_cancel", "--project", "demo", "task_id:={");
    assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
    assertThat(commands.run("projects", "enable", "demo", "no-such-skill").output())
        .contains("no approved skill");
    artifacts("demo", folder);
    mcp("demo");
    assertThat(ok("projects", "policy", "demo", "--unreviewed", "allowed"))
        .contains("unreviewed skills: allowed, network: blocked, packages: refused");
    assertThat(ok("projects", "runs", "demo")).contains("RUN");
    assertThat(commands.run("projects", "policy", "demo", "--network", "free").output())
        .contains("blocked, open or allow_list");
    assertThat(ok("projects", "delete", "demo")).contains("demo is deleted");
    assertThat(commands.run("projects", "show", "demo").code()).isEqualTo(ExitCode.USAGE);
  }

  /// Uses a project like a client without HTTP.
  private static void mcp(String project) {
    String request =
        """
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
        no json
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
        """;
    WarmCommands.Ended spoken = commands.runWith(request, "mcp", "--project", project);
    assertThat(spoken.code()).as(spoken.output()).isZero();
    assertThat(spoken.output().lines())
        .hasSize(3)
        .allMatch(line -> line.contains("\"jsonrpc\":\"2.0\""))
        .anyMatch(line -> line.contains("\"id\":1") && line.contains("serverInfo"))
        .anyMatch(line -> line.contains("\"id\":2") && line.contains("skills_run_cmd"))
        .anyMatch(line -> line.contains("-32700"));
    assertThat(commands.runWith(request, "mcp", "--project", "nowhere").output())
        .contains("-32000");
  }

  /// Uploads a file to a project and downloads it again.
  private static void artifacts(String project, Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("report.csv"), "a,b\n1,2\n");
    String id = ok("projects", "artifacts", "upload", project, file.toString()).strip();
    assertThat(ok("projects", "artifacts", "list", project))
        .containsPattern(id + " +report.csv +text/plain;charset=UTF-8 +8 +local");
    assertThat(ok("projects", "artifacts", "link", project, id, "--seconds", "60"))
        .containsPattern("^http://.*/api/artifacts/" + id + "\\?expires=\\d+&signature=");
    WarmCommands.Ended taken =
        commands.run("projects", "artifacts", "download", project, id, "-o", file.toString());
    assertThat(taken.output()).contains("is there already");
    Path copy = folder.resolve("copy.csv");
    ok("projects", "artifacts", "download", project, id, "-o", copy.toString());
    assertThat(copy).hasSameBinaryContentAs(file);
    assertThat(ok("projects", "artifacts", "delete", project, id)).contains("is deleted");
    assertThat(commands.run("projects", "artifacts", "link", project, id).code())
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void the_audit_log_is_listed_verified_and_exported() {
    ok("users", "add", "grace");
    assertThat(ok("audit", "list", "--object", "grace", "--actor", "local"))
        .containsPattern("local +account_created +account grace");
    assertThat(ok("audit", "verify")).contains("Intact: ", "The log ends with entry ");
    assertThat(ok("audit", "export", "--object", "grace")).contains("\"account_created\"");
    WarmCommands.Ended unknown = commands.run("audit", "list", "--action", "sneezed");
    assertThat(unknown.code()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.output()).contains("skill_approved");
  }

  @Test
  void a_server_that_is_not_there_or_not_ours_is_told() {
    WarmCommands.Ended nobody = commands.run("users", "list", "--server", "http://127.0.0.1:1");
    assertThat(nobody.code()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(nobody.output()).contains("No server answers at http://127.0.0.1:1");
    WarmCommands.Ended anonymous =
        commands.run("users", "list", "--server", server.server().url().toString());
    assertThat(anonymous.code()).isEqualTo(ExitCode.USAGE);
    assertThat(anonymous.output()).contains("Put a token into ASSAY_TOKEN");
    WarmCommands.Ended nonsense = commands.run("users", "list", "--server", "localhost");
    assertThat(nonsense.code()).isEqualTo(ExitCode.USAGE);
    assertThat(nonsense.output()).contains("http://");
  }

  @Test
  void without_a_server_and_a_daemon_a_private_one_does_the_work_and_goes_with_the_command() {
    Home home = PreparedHome.copy();
    AssayProcess list = AssayProcess.start(home, Map.of(), "users", "list", "--no-daemon");
    assertThat(list.untilEnd()).as(list::output).isZero();
    assertThat(list.output()).contains("starting a private one").contains("admin");
    assertThat(home.serverFile()).doesNotExist();
    assertThat(home.databaseFolder().resolve("data/postmaster.pid")).doesNotExist();
  }

  private static String ok(String... arguments) {
    return commands.ok(arguments);
  }
}
