package dev.assay.cli.project;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.Table;
import dev.assay.skill.Visible;
import java.io.FileNotFoundException;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
import tools.jackson.databind.JsonNode;

/// The commands `assay projects …`.
@Command(
    name = "projects",
    description = "Projects: who may call tools, and with which approved skills.",
    mixinStandardHelpOptions = true,
    subcommands = {ArtifactsCommand.class, SendCommand.class, BusCommand.class},
    footer = {
      "",
      "In a project agents of other platforms use approved skills: assay tool call, or MCP."
    })
public final class ProjectsCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Name what to do with projects.");
  }

  @Command(
      name = "list",
      description = "Lists the projects you belong to.",
      mixinStandardHelpOptions = true)
  void list(
      @Mixin ServerOption server,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    try (Connection connection = server.connect()) {
      JsonNode projects = connection.get("/api/projects").path("projects");
      if (json) {
        print(projects.toPrettyString());
        return;
      }
      Table table = new Table("PROJECT", "TITLE", "REUSE", "CREATED BY");
      for (JsonNode project : projects) {
        table.add(
            project.path("project_id").asString(),
            project.path("title").asString(),
            project.path("reuse_mode").asString(),
            project.path("created_by").asString());
      }
      print(table.toString());
    }
  }

  @Command(
      name = "create",
      description = "Makes a project with all tools; you are its owner.",
      mixinStandardHelpOptions = true)
  void create(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT", description = "Its id: a-z, 0-9 and -.") String id,
      @Option(names = "--title", paramLabel = "TEXT", description = "What people read.")
          @Nullable String title,
      @Option(
              names = "--reuse",
              paramLabel = "MODE",
              description = "Which calls share files and a sandbox: none, project_agent, session.")
          @Nullable String reuse) {
    try (Connection connection = server.connect()) {
      connection.send(
          "POST", "/api/projects", Map.of("project_id", id, "title", title == null ? "" : title));
      if (reuse != null) {
        connection.send("PATCH", path(id), Map.of("reuse_mode", reuse));
      }
      connection.send("POST", path(id) + "/bootstrap", Map.of());
      print(id + " is there. Let it use a skill: assay projects enable " + id + " SKILL");
    }
  }

  @Command(
      name = "show",
      description = "Shows a project with its members and skills.",
      mixinStandardHelpOptions = true)
  void show(@Mixin ServerOption server, @Parameters(paramLabel = "PROJECT") String id) {
    try (Connection connection = server.connect()) {
      JsonNode project = connection.get(path(id));
      print(
          "%s (%s), sessions are reused: %s"
              .formatted(
                  project.path("project_id").asString(),
                  project.path("title").asString(),
                  project.path("reuse_mode").asString()));
      print(policy(project));
      Table skills = new Table("SKILL", "VERSION", "PINNED", "USABLE");
      for (JsonNode skill : connection.get(path(id) + "/skills").path("skills")) {
        skills.add(
            skill.path("name").asString(),
            skill.path("version").asString("-"),
            skill.path("pinned_version").asString("-"),
            !skill.path("usable").asBoolean()
                ? "no"
                : skill.path("reviewed").asBoolean(true) ? "yes" : "unreviewed");
      }
      print(skills.toString());
      Table members = new Table("MEMBER", "ROLE", "PROFILE");
      for (JsonNode member : connection.get(path(id) + "/members").path("members")) {
        members.add(
            member.path("username").asString(),
            member.path("role").asString(),
            member.path("profile").asString("-"));
      }
      print(members.toString());
    }
  }

  @Command(
      name = "enable",
      description = "Lets a project use an approved skill.",
      mixinStandardHelpOptions = true)
  void enable(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String id,
      @Parameters(paramLabel = "SKILL") String skill,
      @Option(
              names = "--pin",
              paramLabel = "N",
              description = "Stay with this version; otherwise it is the one in use.")
          @Nullable Integer version) {
    try (Connection connection = server.connect()) {
      JsonNode enabled =
          connection.send(
              "PUT",
              path(id) + "/skills/" + encoded(skill),
              version == null ? Map.of() : Map.of("version", version));
      print(
          "%s uses version %s of %s."
              .formatted(id, enabled.path("version").asString(), enabled.path("name").asString()));
    }
  }

  @Command(
      name = "disable",
      description = "Takes a skill out of a project.",
      mixinStandardHelpOptions = true)
  void disable(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String id,
      @Parameters(paramLabel = "SKILL") String skill) {
    try (Connection connection = server.connect()) {
      connection.send("DELETE", path(id) + "/skills/" + encoded(skill), Map.of());
      print(id + " no longer uses " + skill + ".");
    }
  }

  @Command(
      name = "upload",
      description = "Uploads a skill for a project; it is validated like every other.",
      mixinStandardHelpOptions = true)
  void upload(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String id,
      @Parameters(paramLabel = "ARCHIVE", description = "As assay pack makes it.") Path archive)
      throws FileNotFoundException {
    try (Connection connection = server.connect()) {
      JsonNode taken = connection.upload(path(id) + "/skills:upload", archive);
      print(
          "%s version %s is %s. It can be called when it is approved, or at once where the project may use unreviewed skills."
              .formatted(
                  taken.path("name").asString(),
                  taken.path("version").asString(),
                  taken.path("status").asString()));
    }
  }

  @Command(
      name = "policy",
      description = "Changes what a project may do; what runs in it ends. Only admins allow more.",
      mixinStandardHelpOptions = true)
  void policy(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String id,
      @Option(
              names = "--unreviewed",
              paramLabel = "WORD",
              description =
                  "Skills uploaded through it before they are approved: allowed, refused.")
          @Nullable String unreviewed,
      @Option(
              names = "--network",
              paramLabel = "MODE",
              description = "blocked, open or allow_list.")
          @Nullable String network,
      @Option(
              names = "--allow",
              paramLabel = "HOST",
              split = ",",
              description = "Hosts of the allow_list: NAME, NAME:PORT or *.NAME.")
          @Nullable List<String> hosts,
      @Option(
              names = "--packages",
              paramLabel = "WORD",
              description = "Installing from the operator's package indexes: allowed, refused.")
          @Nullable String packages) {
    Map<String, Object> body = new HashMap<>();
    put(body, "unreviewed", unreviewed);
    put(body, "network", network);
    put(body, "allowed_hosts", hosts);
    put(body, "packages", packages);
    try (Connection connection = server.connect()) {
      print(policy(connection.send(body.isEmpty() ? "GET" : "PATCH", path(id), body)));
    }
  }

  private static void put(Map<String, Object> body, String name, @Nullable Object value) {
    if (value != null) {
      body.put(name, value);
    }
  }

  private static String policy(JsonNode project) {
    return "unreviewed skills: %s, network: %s%s, packages: %s"
        .formatted(
            project.path("unreviewed").asString(),
            project.path("network").asString(),
            project.path("allowed_hosts").isEmpty()
                ? ""
                : " "
                    + String.join(
                        " ",
                        project
                            .path("allowed_hosts")
                            .valueStream()
                            .map(JsonNode::asString)
                            .toList()),
            project.path("packages").asString());
  }

  @Command(
      name = "runs",
      description = "Lists the latest commands, tasks, services and jobs of a project.",
      mixinStandardHelpOptions = true)
  void runs(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String id,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    try (Connection connection = server.connect()) {
      JsonNode runs = connection.get(path(id) + "/runs").path("runs");
      if (json) {
        print(runs.toPrettyString());
        return;
      }
      Table table = new Table("RUN", "KIND", "STATE", "SKILL", "SESSION", "CREATED");
      for (JsonNode run : runs) {
        table.add(
            run.path("task_id").asString(),
            run.path("kind").asString(),
            run.path("status").asString(),
            run.path("skill_name").asString(),
            run.path("session_id").asString(),
            run.path("created_at").asString());
      }
      print(table.toString());
    }
  }

  @Command(
      name = "member",
      description = "Adds a member to a project or changes its role.",
      mixinStandardHelpOptions = true)
  void member(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String id,
      @Parameters(paramLabel = "USER") String user,
      @Option(
              names = "--role",
              required = true,
              paramLabel = "ROLE",
              description = "owner, editor, caller or viewer.")
          String role,
      @Option(
              names = "--profile",
              paramLabel = "NAME",
              description = "Limits it to the tools of this profile.")
          @Nullable String profile) {
    Map<String, Object> body = new HashMap<>(Map.of("role", role));
    if (profile != null) {
      body.put("profile", profile);
    }
    try (Connection connection = server.connect()) {
      connection.send("PUT", path(id) + "/members/" + encoded(user), body);
      print(user + " is " + role + " of " + id + ".");
    }
  }

  @Command(
      name = "delete",
      description = "Ends everything in a project and forgets it; skills stay.",
      mixinStandardHelpOptions = true)
  void delete(@Mixin ServerOption server, @Parameters(paramLabel = "PROJECT") String id) {
    try (Connection connection = server.connect()) {
      connection.send("DELETE", path(id), Map.of());
      print(id + " is deleted.");
    }
  }

  static String path(String project) {
    return "/api/projects/" + encoded(project);
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private void print(String text) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(Visible.text(text));
    out.flush();
  }
}
