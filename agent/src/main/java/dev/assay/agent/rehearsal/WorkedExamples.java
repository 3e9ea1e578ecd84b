package dev.assay.agent.rehearsal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Finds examples with a known outcome in a skill's text: a command and its output, with the input
/// file if that is shown, too.
final class WorkedExamples {
  private static final Set<String> SHELL =
      Set.of("sh", "bash", "shell", "console", "zsh", "terminal");
  private static final Set<String> PLAIN =
      Set.of("", "text", "txt", "output", "json", "csv", "plaintext");
  private static final Pattern OUTCOME =
      Pattern.compile(
          "(?i)\\b(prints?|outputs?|gives?|returns?|shows?|results?|answers?|produces?|yields?)\\b");
  private static final Pattern FILE = Pattern.compile("[\\w-]+\\.[A-Za-z][A-Za-z0-9]{0,5}");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"|'([^']+)'");
  private static final Pattern OPTION = Pattern.compile("--([a-z][a-z-]+)[ =](\\d+(?:\\.\\d+)?)");
  private static final int LEAST_PROSE = 12;

  private WorkedExamples() {}

  /// @param file name and content of the input
  record Example(String prompt, Optional<String[]> file, List<String> lines) {}

  static List<Example> in(String document) {
    List<MarkdownBlocks.Block> blocks = MarkdownBlocks.blocks(document);
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      MarkdownBlocks.Block block = blocks.get(i);
      if (!SHELL.contains(block.language())) {
        continue;
      }
      List<String> shown = block.content().lines().toList();
      List<String> commands = shown.stream().filter(line -> line.startsWith("$ ")).toList();
      List<String> printed = List.of();
      if (commands.size() == 1) {
        printed = shown.stream().filter(line -> !line.startsWith("$ ")).toList();
      } else if (commands.isEmpty()
          && i + 1 < blocks.size()
          && isOutcome(blocks.get(i + 1), block)) {
        commands = shown;
        printed = blocks.get(i + 1).content().lines().toList();
      }
      List<String> lines =
          printed.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
      if (!lines.isEmpty()) {
        example(blocks, i, String.join("\n", commands), lines).ifPresent(examples::add);
      }
    }
    return examples;
  }

  private static boolean isOutcome(MarkdownBlocks.Block block, MarkdownBlocks.Block command) {
    return block.section() == command.section()
        && PLAIN.contains(block.language())
        && OUTCOME.matcher(block.before()).find();
  }

  private static Optional<Example> example(
      List<MarkdownBlocks.Block> blocks, int index, String command, List<String> lines) {
    MarkdownBlocks.Block block = blocks.get(index);
    Optional<String[]> file = Optional.empty();
    String prose = block.before();
    if (index > 0
        && blocks.get(index - 1).section() == block.section()
        && !SHELL.contains(blocks.get(index - 1).language())) {
      MarkdownBlocks.Block input = blocks.get(index - 1);
      Matcher name = FILE.matcher(input.before());
      if (name.find() && command.contains(name.group())) {
        file = Optional.of(new String[] {name.group(), input.content()});
        prose = input.before() + " " + prose;
      }
    }
    boolean needsFile = FILE.matcher(command.replaceAll("\\S*/\\S+", " ")).find();
    String request = request(prose, block.heading(), file.map(each -> each[0]));
    if (request.length() < LEAST_PROSE || (needsFile && file.isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(new Example(request + inputs(command, file), file, lines));
  }

  /// The request that the text describes for a command.
  private static String request(String prose, String heading, Optional<String> file) {
    String plain =
        prose
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !OUTCOME.matcher(line).lookingAt())
            .collect(Collectors.joining(" "))
            .replaceAll("`([^`]*)`", "$1")
            .replaceAll("(?i)\\b(run|given|for example|with)\\b:?\\s*$", "")
            .replaceAll("[:\\s]+$", "");
    String title = heading.replaceFirst("(?i)^(worked )?examples?\\s*\\d*\\s*[:.-]?\\s*", "");
    String named = file.map(name -> plain.replace(name, "the file")).orElse(plain);
    return (title.length() >= LEAST_PROSE ? title + ". " + named : named).strip();
  }

  private static String inputs(String command, Optional<String[]> file) {
    StringBuilder text = new StringBuilder(".");
    file.ifPresent(
        each -> text.append(" The input is in /workspace/uploads/").append(each[0]).append('.'));
    Matcher quoted = QUOTED.matcher(command);
    while (quoted.find()) {
      String value = quoted.group(1) != null ? quoted.group(1) : quoted.group(2);
      text.append(" Use \"").append(value).append("\".");
    }
    Matcher option = OPTION.matcher(command);
    while (option.find()) {
      text.append(' ')
          .append(option.group(1).replace('-', ' '))
          .append(' ')
          .append(option.group(2))
          .append('.');
    }
    return text.toString();
  }
}
