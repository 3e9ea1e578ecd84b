package dev.assay.cli;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.imports.ImportCommands;
import dev.assay.cli.review.ApproveCommand;
import dev.assay.cli.review.DeleteCommand;
import dev.assay.cli.review.DiffText;
import dev.assay.cli.terminal.JsonText;
import dev.assay.cli.terminal.Table;
import dev.assay.cli.validate.FollowOptions;
import dev.assay.cli.validate.NoticeTable;
import dev.assay.cli.validate.RemoteSkills;
import dev.assay.cli.validate.SkillCard;
import dev.assay.cli.validate.SkillQuery;
import dev.assay.cli.validate.SkillValidation;
import dev.assay.cli.validate.VerdictOutput;
import dev.assay.cli.verdict.ValidatedSkill;
import dev.assay.skill.AssayException;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// The commands `assay skills …`.
@Command(
    name = "skills",
    description =
        "Lists the skills a server keeps, shows their reports, validates and decides on them.",
    mixinStandardHelpOptions = true,
    subcommands = {
      ApproveCommand.class,
      DeleteCommand.class,
      ImportCommands.Import.class,
      ImportCommands.Outdated.class,
      ImportCommands.Update.class
    },
    footer = {
      "",
      "SKILL is a skill's id, or its name, which means its newest version.",
      "",
      "Exit codes of validate, revalidate and resume: 0 passed, 1 failed, 2 usage, 3 inconclusive,",
      "4 no server answers."
    })
final class SkillsCommand implements Runnable {
  private static final String SKILL = "The skill's id or name.";

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(line(), "Name what to do with skills.");
  }

  @Command(
      name = "list",
      description = "Lists skills and where they stand.",
      mixinStandardHelpOptions = true)
  void list(
      @Mixin ServerOption server,
      @Mixin SkillQuery query,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    try (Connection connection = server.connect()) {
      RemoteSkills.Listing found = new RemoteSkills(connection).list(query);
      print(json ? JsonText.of(found.skills()) : table(found, query));
    }
  }

  private static String table(RemoteSkills.Listing found, SkillQuery query) {
    if (found.total() == 0) {
      return "No such skills. Begin with: assay validate DIR";
    }
    Table table = new Table("NAME", "VERSION", "STATE", "SCORE", "UPLOADED", "BY", "ID");
    for (JsonNode skill : found.skills()) {
      boolean known = skill.path("rehearsal_acknowledged").asBoolean();
      table.add(
          skill.path("name").asString(""),
          skill.path("version").asString(""),
          skill.path("state_words").asString("") + (known ? " (rehearsal)" : ""),
          skill.path("scores").path("overall").asString("–"),
          Visible.line(skill.path("uploaded_at").asString(""), 10).replace("…", ""),
          skill.path("uploaded_by").asString(""),
          skill.path("skill_id").asString(""));
    }
    return query.isPage()
        ? "%s%n%d of %d skills".formatted(table, found.skills().size(), found.total())
        : table.toString();
  }

  @Command(
      name = "show",
      description = "Shows a skill and how its validation stands.",
      mixinStandardHelpOptions = true)
  void show(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "SKILL", description = SKILL) String skill,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    try (Connection connection = server.connect()) {
      SkillCard card = SkillCard.load(new RemoteSkills(connection), skill);
      print(json ? JsonText.of(card.json()) : card.text());
    }
  }

  @Command(
      name = "notices",
      description = "Lists what became of your skills: verdicts, approvals, rejections.",
      mixinStandardHelpOptions = true)
  void notices(
      @Mixin ServerOption server,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    try (Connection connection = server.connect()) {
      JsonNode found = connection.get("/api/notices");
      if (json) {
        print(JsonText.of(found));
        return;
      }
      JsonNode newest = found.path("notices").path(0).path("id");
      if (newest.isNumber()) {
        connection.send("POST", "/api/notices/read", Map.of("id", newest.asLong()));
      }
      print(NoticeTable.of(found));
    }
  }

  @Command(
      name = "report",
      description = "Prints the report of a skill's last validation.",
      mixinStandardHelpOptions = true)
  void report(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "SKILL", description = SKILL) String skill,
      @Option(names = "--json", description = "The result as JSON instead of Markdown.")
          boolean json,
      @Option(names = "--html", description = "As HTML instead of Markdown.") boolean html) {
    try (Connection connection = server.connect()) {
      RemoteSkills skills = new RemoteSkills(connection);
      String id = skills.find(skill).path("skill_id").asString("");
      if (json) {
        print(JsonText.of(skills.result(id)));
      } else {
        print(Visible.text(skills.report(id, html ? "text/html" : "text/markdown")));
      }
    }
  }

  @Command(
      name = "rescore",
      description =
          "Says what a skill's last validation would come to under another policy. Nothing is tried"
              + " again or changed.",
      mixinStandardHelpOptions = true)
  void rescore(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "SKILL", description = SKILL) String skill,
      @Option(names = "--threshold", paramLabel = "N", description = "The score that passes.")
          Optional<Integer> threshold,
      @Option(names = "--completion-floor", paramLabel = "N", description = "The least completion.")
          Optional<Integer> floor,
      @Option(names = "--require-lift", paramLabel = "WORD", description = "hold, fail or warn.")
          Optional<String> requireLift,
      @Option(
              names = "--executor-policy",
              paramLabel = "WORD",
              description = "all, any or majority.")
          Optional<String> policy) {
    try (Connection connection = server.connect()) {
      String id = new RemoteSkills(connection).find(skill).path("skill_id").asString("");
      List<String> query = new ArrayList<>();
      threshold.ifPresent(value -> query.add("threshold=" + value));
      floor.ifPresent(value -> query.add("completion_floor=" + value));
      requireLift.ifPresent(
          word -> query.add("require_lift=" + URLEncoder.encode(word, StandardCharsets.UTF_8)));
      policy.ifPresent(
          word -> query.add("executor_policy=" + URLEncoder.encode(word, StandardCharsets.UTF_8)));
      print(
          JsonText.of(
              connection.get("/api/admin/skills/" + id + "/rescore?" + String.join("&", query))));
    }
  }

  @Command(
      name = "validate",
      description = "Validates a skill again that the server keeps.",
      mixinStandardHelpOptions = true)
  int validate(
      @Mixin ServerOption server,
      @Mixin FollowOptions options,
      @Parameters(paramLabel = "SKILL", description = SKILL) String skill) {
    return again(server, options, skill, "validate");
  }

  @Command(
      name = "revalidate",
      description = "Validates a skill once more that was rejected or rolled back.",
      mixinStandardHelpOptions = true)
  int revalidate(
      @Mixin ServerOption server,
      @Mixin FollowOptions options,
      @Parameters(paramLabel = "SKILL", description = SKILL) String skill) {
    return again(server, options, skill, "revalidate");
  }

  @Command(
      name = "reject",
      description = "Refuses a skill, with a reason for its author.",
      mixinStandardHelpOptions = true)
  void reject(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "SKILL", description = SKILL) String skill,
      @Option(
              names = "--reason",
              paramLabel = "TEXT",
              required = true,
              description = "Why, 1 to 500 characters.")
          String reason) {
    try (Connection connection = server.connect()) {
      RemoteSkills skills = new RemoteSkills(connection);
      String id = skills.find(skill).path("skill_id").asString("");
      connection.send("POST", "/api/admin/skills/" + id + "/reject", Map.of("reason", reason));
      print(Visible.line(skill) + " is rejected.");
    }
  }

  @Command(
      name = "diff",
      description = "Shows how a skill differs from another version of its name.",
      mixinStandardHelpOptions = true)
  void diff(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "SKILL", description = SKILL) String skill,
      @Option(
              names = "--against",
              paramLabel = "VERSION",
              description = "Default: the one in use, else the one before.")
          @Nullable Integer against,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    try (Connection connection = server.connect()) {
      RemoteSkills skills = new RemoteSkills(connection);
      String id = skills.find(skill).path("skill_id").asString("");
      String query = against == null ? "" : "?against=" + against;
      JsonNode diff = connection.get("/api/admin/skills/" + id + "/diff" + query);
      print(json ? JsonText.of(diff) : new DiffText(diff).toString());
    }
  }

  @Command(
      name = "resume",
      description = "Goes on with an inconclusive validation after its last finished step.",
      mixinStandardHelpOptions = true)
  int resume(
      @Mixin ServerOption server,
      @Mixin FollowOptions options,
      @Parameters(paramLabel = "SKILL", description = SKILL) String skill) {
    return again(server, options, skill, "resume");
  }

  @Command(
      name = "flaky",
      description =
          "Approved skills that work less well than before, or whose tasks the same model only"
              + " sometimes completes.",
      mixinStandardHelpOptions = true)
  void flaky(@Mixin ServerOption server) {
    try (Connection connection = server.connect()) {
      JsonNode found = connection.get("/api/admin/flaky-skills").path("skills");
      if (found.isEmpty()) {
        print("None: no approved skill drifts or has flaky tasks, as far as its runs show.");
      }
      for (JsonNode each : found) {
        print(
            "%s version %d"
                .formatted(
                    Visible.line(each.path("name").asString("")), each.path("version").asInt()));
        if (each.path("drift").isString()) {
          print("  " + Visible.line(each.path("drift").asString(""), 400));
        }
        for (JsonNode task : each.path("flaky_tasks")) {
          print(
              "  %s (%s) was completed %d of %d times by the same model"
                  .formatted(
                      Visible.line(task.path("task").asString("")),
                      Visible.line(task.path("phase").asString("")),
                      task.path("completed").asInt(),
                      task.path("tries").asInt()));
        }
      }
    }
  }

  @Command(
      name = "cancel",
      description = "Stops a validation within seconds.",
      mixinStandardHelpOptions = true)
  void cancel(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "SKILL", description = SKILL) String skill) {
    try (Connection connection = server.connect()) {
      RemoteSkills skills = new RemoteSkills(connection);
      skills.ask(skills.find(skill).path("skill_id").asString(""), "cancel");
      print("The validation of " + Visible.line(skill) + " is being cancelled.");
    }
  }

  private int again(ServerOption server, FollowOptions options, String skill, String what) {
    VerdictOutput output = new VerdictOutput(options, line().getOut(), line().getErr());
    options.check();
    try (Connection connection = server.connect(options.leaving())) {
      return new SkillValidation(connection, options, output).again(skill, what);
    } catch (AssayException e) {
      return ValidateCommand.inconclusive(output, ValidatedSkill.unknown(skill), e);
    }
  }

  private CommandLine line() {
    return Objects.requireNonNull(spec).commandLine();
  }

  private void print(String text) {
    PrintWriter out = line().getOut();
    out.println(Visible.text(text));
    out.flush();
  }
}
