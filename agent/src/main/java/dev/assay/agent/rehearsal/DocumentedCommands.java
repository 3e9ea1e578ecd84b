package dev.assay.agent.rehearsal;

import dev.assay.agent.relevance.Relevance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the commands in a skill's text, with the words around them that say their purpose.
final class DocumentedCommands {
  private static final Set<String> SHELL =
      Set.of("sh", "bash", "shell", "console", "zsh", "terminal", "shell-session");
  private static final Pattern PROGRAM =
      Pattern.compile(
          "(?:python[\\d.]*|bash|sh|node|ruby|perl|uv run|npx|jq|awk|sed|sqlite3|\\./[\\w./-]+"
              + "|(?:\\S*/)?scripts/[\\w./-]+|[{$<][\\w{}$<>-]*/\\S+)\\s.*|\\./[\\w./-]+",
          Pattern.DOTALL);
  private static final Pattern INSTALL =
      Pattern.compile(
          "^(?:sudo )?(?:pip3?|uv pip|python3? -m pip|npm|apt|apt-get|brew|yarn|pnpm|conda|cargo|gem)\\s+"
              + "(?:install|i|add|update)\\b.*|^chmod .*|^git clone .*|^python3? -m venv .*|^source .*activate$");
  private static final Pattern CARRIED = Pattern.compile("\\S+\\.(?:whl|tgz|tar\\.gz)\\b|\\s\\./");
  private static final Pattern INLINE = Pattern.compile("`([^`\\n]+)`");
  private static final Pattern STEP = Pattern.compile("(?i)^(?:step\\s+\\d+|\\d+[.)])\\b.*");

  private DocumentedCommands() {}

  /// Commands that belong together.
  record Recipe(List<String> commands, String context) {
    Recipe {
      commands = List.copyOf(commands);
    }
  }

  static List<Recipe> recipes(String document) {
    List<Recipe> recipes = new ArrayList<>();
    List<Recipe> steps = new ArrayList<>();
    for (MarkdownBlocks.Block block : MarkdownBlocks.blocks(document)) {
      List<Recipe> found = recipes(block);
      String last = lastParagraph(block.before());
      boolean step = STEP.matcher(block.heading()).matches() || STEP.matcher(last).matches();
      (step ? steps : recipes).addAll(found);
    }
    if (!steps.isEmpty()) {
      List<String> all = steps.stream().flatMap(step -> step.commands().stream()).toList();
      String context = String.join("\n", steps.stream().map(Recipe::context).toList());
      recipes.addFirst(new Recipe(all, context));
    }
    if (recipes.isEmpty()) {
      recipes.addAll(inline(document));
    }
    return recipes;
  }

  /// The commands that install packages carried by the skill. Packages of a registry are installed
  /// before any task.
  static List<String> setup(String document) {
    return MarkdownBlocks.blocks(document).stream()
        .filter(block -> SHELL.contains(block.language()))
        .flatMap(block -> commandLines(block.content()).stream())
        .filter(line -> INSTALL.matcher(line).matches() && CARRIED.matcher(line).find())
        .toList();
  }

  private static List<Recipe> recipes(MarkdownBlocks.Block block) {
    if (!SHELL.contains(block.language())
        && !(block.language().isEmpty() && looksLikeShell(block.content()))) {
      return List.of();
    }
    String around = block.heading() + "\n" + lastParagraph(block.before());
    List<Recipe> recipes = new ArrayList<>();
    List<String> commands = new ArrayList<>();
    String comment = "";
    boolean eachCommented = true;
    for (String line : commandLines(block.content())) {
      if (line.startsWith("#")) {
        comment = line.substring(1).strip();
      } else if (!INSTALL.matcher(line).matches()) {
        eachCommented &= !comment.isEmpty();
        commands.add(line);
        recipes.add(new Recipe(List.of(line), around + "\n" + comment + "\n" + line));
        comment = "";
      }
    }
    if (recipes.size() > 1 && !(eachCommented && alike(commands))) {
      return List.of(new Recipe(commands, around + "\n" + block.content()));
    }
    return recipes;
  }

  /// Says whether the commands are uses of one program, of which a reader picks one.
  private static boolean alike(List<String> commands) {
    return commands.stream().map(DocumentedCommands::script).distinct().count() == 1;
  }

  private static String script(String command) {
    String[] words = command.split("\\s+", -1);
    return words.length > 1 ? words[0] + " " + words[1] : words[0];
  }

  /// Splits a block into lines with their continuations; a block with a here-document is one
  /// command.
  private static List<String> commandLines(String content) {
    List<String> lines = content.replace("\\\n", " ").lines().map(String::stripTrailing).toList();
    boolean prompted = lines.stream().anyMatch(line -> line.startsWith("$ "));
    if (prompted) {
      return lines.stream()
          .filter(line -> line.startsWith("$ "))
          .map(line -> line.substring(2).strip())
          .toList();
    }
    boolean whole =
        lines.stream()
            .anyMatch(
                line ->
                    line.contains("<<")
                        || line.startsWith("cd ")
                        || line.matches("(for|while|if) .*|[A-Za-z_]\\w*=.*"));
    if (whole) {
      return List.of("set -e\n" + content.strip());
    }
    return lines.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  private static boolean looksLikeShell(String content) {
    return content
        .lines()
        .filter(line -> !line.isBlank())
        .findFirst()
        .map(String::strip)
        .filter(line -> line.startsWith("$ ") || PROGRAM.matcher(line).matches())
        .isPresent();
  }

  private static List<Recipe> inline(String document) {
    List<Recipe> recipes = new ArrayList<>();
    for (String line : MarkdownBlocks.withoutFrontmatter(document).lines().toList()) {
      Matcher code = INLINE.matcher(line);
      while (code.find()) {
        String command = code.group(1).strip();
        if (PROGRAM.matcher(command).matches() && !INSTALL.matcher(command).matches()) {
          recipes.add(new Recipe(List.of(command), line));
        }
      }
    }
    return recipes;
  }

  static String lastParagraph(String text) {
    String[] paragraphs = text.strip().split("\\n\\s*\\n", -1);
    return paragraphs[paragraphs.length - 1].strip();
  }

  /// Chooses the recipe whose words are nearest to the task; the first of equals.
  static Recipe choose(List<Recipe> recipes, String task) {
    List<String> contexts =
        recipes.stream()
            .map(recipe -> recipe.context().toLowerCase(Locale.ROOT).replaceAll("[_./-]", " "))
            .toList();
    int best = new Relevance(contexts).best(task).index();
    return recipes.get(Math.max(0, best));
  }
}
