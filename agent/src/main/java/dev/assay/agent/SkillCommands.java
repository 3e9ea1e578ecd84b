package dev.assay.agent;

import dev.assay.agent.rehearsal.ShownCommands;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.task.TaskFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The parts of a skill that can run without a task: its scripts, and the commands in its text.
public final class SkillCommands {
  private static final int MOST_SCRIPTS = 12;
  private static final int MOST_EXAMPLES = 10;
  private static final Pattern MATERIAL =
      Pattern.compile("(?:^|/)(?:tests?|evals|references?|templates?|assets)/");
  private static final Pattern HELP =
      Pattern.compile(
          "argparse|optparse|docopt|\\bclick\\b|\\btyper\\b|\\bfire\\.Fire\\b|--help|\\byargs\\b|\\bcommander\\b|parseArgs");
  private static final String PARSE =
      "import ast, sys; ast.parse(open(sys.argv[1], encoding=\"utf-8\").read(), sys.argv[1])";
  private static final String LOAD =
      "import os, runpy, sys; path = sys.argv[1]; sys.argv = [path];"
          + " sys.path.insert(0, os.path.dirname(path)); runpy.run_path(path, run_name=\"loaded\")";

  private SkillCommands() {}

  /// A property that running a command proves.
  public enum Kind {
    /// A script is correct in its language.
    PARSES,
    /// A script finds everything that it imports.
    LOADS,
    /// A script explains itself.
    HELPS,
    /// A command of the text works.
    RUNS
  }

  /// @param what the script or the command, for display
  /// @param command the command for the shell; empty if it cannot be run
  /// @param obstacle the reason why it cannot be run; empty if it can
  public record Planned(Kind kind, String what, String command, String obstacle) {}

  /// @param texts the skill's files
  /// @param samples the paths of input files that are available
  public static List<Planned> of(CandidateSkill skill, List<TaskFile> texts, List<String> samples) {
    List<Planned> planned = new ArrayList<>();
    String base = Layout.skill(skill.name().text());
    texts.stream()
        .filter(file -> !language(file.name()).isEmpty() && !MATERIAL.matcher(file.name()).find())
        .limit(MOST_SCRIPTS)
        .forEach(script -> script(script, base, planned));
    ShownCommands.in(skill.document(), base, skill.files(), samples).stream()
        .limit(MOST_EXAMPLES)
        .forEach(
            shown ->
                planned.add(
                    new Planned(Kind.RUNS, shown.text(), shown.command(), shown.obstacle())));
    return planned;
  }

  private static void script(TaskFile script, String base, List<Planned> planned) {
    String path = quote(base + "/" + script.name());
    String language = language(script.name());
    String text = new String(script.content(), StandardCharsets.UTF_8);
    String parse =
        switch (language) {
          case "python3" -> "python3 -c " + quote(PARSE) + " " + path;
          case "node" -> "node --check " + path;
          default -> "bash -n " + path;
        };
    planned.add(new Planned(Kind.PARSES, script.name(), parse, ""));
    if (language.equals("python3")) {
      planned.add(
          new Planned(Kind.LOADS, script.name(), "python3 -c " + quote(LOAD) + " " + path, ""));
    }
    if (HELP.matcher(text).find()) {
      planned.add(new Planned(Kind.HELPS, script.name(), language + " " + path + " --help", ""));
    }
  }

  /// The program that runs a script; empty for a file that is no script.
  private static String language(String path) {
    String ending = path.substring(path.lastIndexOf('.') + 1);
    return switch (ending) {
      case "py" -> "python3";
      case "sh", "bash" -> "bash";
      case "js", "mjs", "cjs" -> "node";
      default -> "";
    };
  }

  private static String quote(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
