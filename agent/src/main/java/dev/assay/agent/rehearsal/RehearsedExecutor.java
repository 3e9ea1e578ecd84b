package dev.assay.agent.rehearsal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// Does a task by rules: it chooses a skill by its words, loads it, runs the commands that it shows
/// for such a task, and reports truthfully. Each step follows from the earlier ones.
public final class RehearsedExecutor {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern PYTHON = Pattern.compile("\\bpython\\b(?![\\d.-])");
  private static final int LONGEST_OUTPUT = 4_000;
  private static final int MOST_COMMANDS = 12;

  private final AgentHistory conversation;

  public RehearsedExecutor(AgentHistory conversation) {
    this.conversation = conversation;
  }

  /// The next step: a tool to use, or the final answer.
  public sealed interface Move {
    /// @param thought the reason of the step
    record Use(String tool, String arguments, String thought) implements Move {}

    record Finish(String text) implements Move {}
  }

  public Move next() {
    List<AgentHistory.Step> steps = conversation.steps();
    if (steps.isEmpty()) {
      return SkillChoice.from(conversation.skills(), conversation.prompt())
          .<Move>map(
              choice ->
                  use(
                      "load_skill",
                      Map.of("name", choice.name()),
                      "This skill fits best; " + choice.reason() + "."))
          .orElseGet(() -> finish("No skill in the list fits the task, so nothing was done."));
    }
    AgentHistory.Step load = steps.getFirst();
    if (load.failed()) {
      return finish("The skill could not be loaded: " + load.answer());
    }
    List<String> plan = plan(load);
    if (plan.isEmpty()) {
      return finish(
          "The skill shows no command that could be run for the task, so nothing was done.");
    }
    return follow(plan, steps.subList(1, steps.size()));
  }

  private Move follow(List<String> plan, List<AgentHistory.Step> done) {
    int command = 0;
    Optional<String> again = Optional.empty();
    List<AgentHistory.Step> runs = new ArrayList<>();
    for (AgentHistory.Step step : done) {
      if (!step.tool().equals("execute")) {
        continue;
      }
      runs.add(step);
      String line = plan.get(Math.min(command, plan.size() - 1));
      Optional<String> other =
          again.isPresent() ? Optional.empty() : secondTry(line, step.exitCode());
      if (step.exitCode() != 0 && other.isEmpty()) {
        return finish(report(runs) + "The command failed, and the work was not finished.");
      }
      command += step.exitCode() == 0 ? 1 : 0;
      again = other;
    }
    if (command < plan.size()) {
      String line = again.orElse(plan.get(command));
      return use("execute", Map.of("command", line), "The skill shows this command.");
    }
    return deliver(plan, done, runs);
  }

  /// Writes the output into the file that the task wants, if the commands did not.
  private Move deliver(
      List<String> plan, List<AgentHistory.Step> done, List<AgentHistory.Step> runs) {
    Optional<String> wanted =
        new Request(conversation.prompt(), conversation.uploads()).wantedFile();
    boolean named =
        wanted.isPresent() && plan.stream().anyMatch(line -> line.contains(wanted.get()));
    if (wanted.isEmpty() || named) {
      return finish(report(runs));
    }
    String path = wanted.get();
    Optional<AgentHistory.Step> listing =
        done.stream().filter(step -> step.tool().equals("ls")).findFirst();
    if (listing.isEmpty()) {
      return use(
          "ls",
          Map.of("path", path.substring(0, path.lastIndexOf('/'))),
          "Is the result there already?");
    }
    boolean there = listing.get().answer().contains(path.substring(path.lastIndexOf('/') + 1));
    boolean written = done.stream().anyMatch(step -> step.tool().equals("write_file"));
    if (!there && !written) {
      return use(
          "write_file",
          Map.of("path", path, "content", runs.getLast().stdout() + "\n"),
          "The task wants the result in this file.");
    }
    return finish(report(runs) + "The result is in " + path + ".");
  }

  private List<String> plan(AgentHistory.Step load) {
    String document =
        load.parts().stream()
            .filter(part -> part.label().startsWith("skill "))
            .map(PromptSection::text)
            .findFirst()
            .orElse("");
    List<String> resources =
        PromptSection.text(load.parts(), "files").lines().map(String::strip).toList();
    String base =
        load.answer()
            .lines()
            .filter(line -> line.startsWith("Base folder: "))
            .map(
                line ->
                    line.substring("Base folder: ".length()).replaceFirst(" \\(.*$", "").strip())
            .findFirst()
            .orElse("");
    Request request = new Request(conversation.prompt(), conversation.uploads());
    List<String> relative =
        resources.stream()
            .map(path -> path.startsWith(base + "/") ? path.substring(base.length() + 1) : path)
            .toList();
    List<DocumentedCommands.Recipe> recipes = DocumentedCommands.recipes(document);
    if (recipes.isEmpty()) {
      return onlyScript(base, relative, request);
    }
    List<String> commands = new ArrayList<>(DocumentedCommands.setup(document));
    commands.addAll(DocumentedCommands.choose(recipes, conversation.prompt()).commands());
    return new Adaptation(request, base, relative)
        .of(commands.subList(0, Math.min(MOST_COMMANDS, commands.size())));
  }

  /// The command of a skill that shows no command but has exactly one script.
  private static List<String> onlyScript(String base, List<String> resources, Request request) {
    List<String> scripts = resources.stream().filter(path -> path.startsWith("scripts/")).toList();
    if (scripts.size() != 1) {
      return List.of();
    }
    String script = scripts.getFirst();
    String program = script.endsWith(".py") ? "python3 " : script.endsWith(".sh") ? "sh " : "";
    StringBuilder line = new StringBuilder(program + Adaptation.quote(base + "/" + script));
    List<String> named = request.uploads().stream().filter(request::names).toList();
    (named.isEmpty() ? request.uploads() : named)
        .forEach(file -> line.append(' ').append(Adaptation.quote(file)));
    return List.of(line.toString());
  }

  /// The second try for a command that cannot be started: `python3` for `python`, and the
  /// interpreter for a script that is not executable.
  private static Optional<String> secondTry(String line, int code) {
    if (code == 127 && PYTHON.matcher(line).find()) {
      return Optional.of(PYTHON.matcher(line).replaceAll("python3"));
    }
    if (code == 126 && line.startsWith("/")) {
      boolean python = line.split(" ", 2)[0].endsWith(".py");
      return Optional.of((python ? "python3 " : "sh ") + line);
    }
    return Optional.empty();
  }

  private static String report(List<AgentHistory.Step> runs) {
    StringBuilder text = new StringBuilder();
    for (AgentHistory.Step run : runs) {
      String output = run.output();
      text.append("I ran ")
          .append(JSON.readTree(run.arguments()).path("command").asString(""))
          .append("\nIt ended with exit code ")
          .append(run.exitCode())
          .append(output.isEmpty() ? " and printed nothing.\n" : " and printed:\n")
          .append(output, 0, Math.min(output.length(), LONGEST_OUTPUT))
          .append("\n\n");
    }
    return text.toString();
  }

  private static Move finish(String text) {
    return new Move.Finish("Rehearsal, without a model. " + text.strip());
  }

  private static Move use(String tool, Map<String, String> arguments, String thought) {
    return new Move.Use(tool, JSON.writeValueAsString(arguments), "Rehearsal: " + thought);
  }
}
