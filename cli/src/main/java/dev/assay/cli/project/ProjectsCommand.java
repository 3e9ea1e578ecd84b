package dev.assay.cli.project;

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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// `assay projects …`.
@Command(
    name = "projects",
    description = "Projects: who may call tools, and with which approved skills.",
    mixinStandardHelpOptions = true,
    subcommands = ArtifactsCommand.class,
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
      Table skills = new Table("SKILL", "VERSION", "PINNED", "USABLE");
      for (JsonNode skill : connection.get(path(id) + "/skills").path("skills")) {
        skills.add(
            skill.path("name").asString(),
            skill.path("version").asString("-"),
            skill.path("pinned_version").asString("-"),
            skill.path("usable").asBoolean() ? "yes" : "no");
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
