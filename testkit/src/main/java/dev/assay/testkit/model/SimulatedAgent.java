package dev.assay.testkit.model;

import dev.assay.testkit.trust.SimulatedTask;
import dev.assay.testkit.trust.SkillTruth;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Does tasks: chooses a skill by its description, loads it, runs the first command of its text in
/// the sandbox and answers with the output. The world sets its reliability.
final class SimulatedAgent {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern LISTED =
      Pattern.compile("<name>([^<]*)</name>\\s*<description>([^<]*)</description>", Pattern.DOTALL);
  private static final Pattern TRY = Pattern.compile("^Try (\\d+)\\.");
  private static final Pattern BLOCK = Pattern.compile("```(?:sh|bash)?\\n([^\\n]+)\\n");
  private static final Pattern BROAD =
      Pattern.compile("(?i)\\balways\\b|\\bany task\\b|\\bevery task\\b|\\beverything\\b");
  private static final double BROAD_GRABBING = .9;

  private final SimulatedWorld world;
  private final Draws draws;
  private final SimulatedWriter writer;

  SimulatedAgent(SimulatedWorld world, Draws draws, SimulatedWriter writer) {
    this.world = world;
    this.draws = draws;
    this.writer = writer;
  }

  /// A reply, with a tool call if the agent goes on.
  record Turn(String text, Optional<Scene.Call> call) {}

  private record Listed(String name, String description) {}

  Turn next(ModelRequest request) {
    String system = String.join("\n", request.texts("system"));
    String task = request.texts("user").getFirst();
    List<String> said = request.texts("assistant");
    int number = said.isEmpty() ? draws.occurrence(system + task) : number(said.getFirst());
    SplittableRandom random = draws.of("try", system, task, "" + number);
    SplittableRandom ofTask = draws.of("task", task);
    SimulatedTask kind =
        new SimulatedTask(SkillTruth.NONE, world.judge(), world.correlation(), ofTask);
    Optional<Listed> chosen = choose(system, task, kind, random);
    double success = world.truth(chosen.map(Listed::name)).success();
    double alone = world.truth(chosen.map(Listed::name)).alone();
    boolean follows = kind.done(success, random);
    boolean knows = kind.done(alone, random);
    String begin = "Try " + number + ". ";
    if (chosen.isEmpty()) {
      return new Turn(begin + own(task, knows), Optional.empty());
    }
    String name = chosen.get().name();
    return switch (said.size()) {
      case 0 -> call(begin + "I load a skill.", "load_skill", "name", name);
      case 1 -> {
        Optional<String> command = command(request, name, system, follows);
        yield command.isEmpty()
            ? new Turn(begin + own(task, knows), Optional.empty())
            : call(begin + "I run its command.", "execute", "command", command.get());
      }
      default -> new Turn(begin + "The result:\n" + lastResult(request), Optional.empty());
    };
  }

  private static int number(String said) {
    Matcher matcher = TRY.matcher(said);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  private String own(String task, boolean knows) {
    List<String> results = writer.expected(task);
    return knows && !results.isEmpty()
        ? "The result is " + String.join(", ", results) + "."
        : "I found no way to do this.";
  }

  private static Turn call(String text, String tool, String argument, String value) {
    String arguments = JSON.createObjectNode().put(argument, value).toString();
    return new Turn(text, Optional.of(new Scene.Call(tool, arguments)));
  }

  /// The best fitting skill, if the agent chooses one. A skill that claims to be for everything
  /// comes first.
  private Optional<Listed> choose(
      String system, String task, SimulatedTask kind, SplittableRandom random) {
    List<Listed> skills =
        LISTED
            .matcher(system)
            .results()
            .map(found -> new Listed(found.group(1), found.group(2)))
            .toList();
    double grabs = random.nextDouble();
    Optional<Listed> broad =
        skills.stream().filter(each -> BROAD.matcher(each.description()).find()).findFirst();
    if (broad.isPresent() && grabs < BROAD_GRABBING) {
      return broad;
    }
    Optional<Listed> fitting =
        skills.stream()
            .filter(each -> fit(each.description(), task) >= 2)
            .max(java.util.Comparator.comparingInt(each -> fit(each.description(), task)));
    if (task.startsWith(SimulatedWriter.POEM)) {
      return fitting.filter(each -> grabs < world.truth(Optional.of(each.name())).grabbing());
    }
    return fitting.filter(
        each -> kind.chosen(world.truth(Optional.of(each.name())).choice(), random));
  }

  /// The number of words that both have.
  private static int fit(String description, String task) {
    Set<String> words = words(task);
    words.retainAll(words(description));
    return words.size();
  }

  private static Set<String> words(String text) {
    return Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}]+"))
        .filter(word -> word.length() > 3)
        .map(word -> word.endsWith("s") ? word.substring(0, word.length() - 1) : word)
        .collect(Collectors.toSet());
  }

  /// The first command of the skill's text, with the user's files in its placeholders.
  private static Optional<String> command(
      ModelRequest request, String name, String system, boolean follows) {
    Matcher block = BLOCK.matcher(lastResult(request));
    if (!block.find()) {
      return Optional.empty();
    }
    List<String> files =
        new Fenced(system)
            .section("files in /workspace/uploads").stream().flatMap(String::lines).toList();
    String line = block.group(1);
    for (String file : files) {
      line = line.replaceFirst("<[^<>]+>", Matcher.quoteReplacement(follows ? file : file + ".x"));
    }
    return Optional.of("cd /workspace/skills/" + name + " && " + line);
  }

  private static String lastResult(ModelRequest request) {
    String text = "";
    for (JsonNode message : request.json().path("messages")) {
      if (message.path("role").asString("").equals("tool")) {
        text = message.path("content").asString("");
      }
    }
    return text;
  }
}
