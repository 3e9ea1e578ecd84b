package dev.assay.intake.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// One command of a shell: the script that it runs, and the folder that it enters.
///
/// @param words the words from the program on, without quotes
record ShellCommand(List<String> words) {
  private static final int LONGEST = 2_000;
  private static final Set<String> BEFORE =
      Set.of(
          "$", ">", "%", "PS>", "sudo", "time", "exec", "nohup", "env", "then", "do", "else", "if",
          "!", "command", "&", "{");
  private static final Set<String> RUNNERS =
      Set.of(
          "python",
          "python2",
          "python3",
          "py",
          "bash",
          "sh",
          "zsh",
          "dash",
          "ksh",
          "node",
          "nodejs",
          "ruby",
          "perl",
          "php",
          "rscript",
          "lua",
          "tsx",
          "ts-node",
          "bun",
          "deno",
          "source",
          ".",
          "pwsh",
          "powershell",
          "pwsh.exe",
          "powershell.exe",
          "uv",
          "poetry",
          "pipenv",
          "npx",
          "bunx",
          "go",
          "osascript",
          "chmod",
          "pdm",
          "hatch",
          "java",
          "-jar",
          "wine");
  private static final Set<String> WITHIN = Set.of("run", "exec", "+x", "755", "u+x", "a+x");

  /// The options that are followed by a text or a module, not by a file.
  private static final Set<String> NO_FILE =
      Set.of("-m", "-c", "-e", "-lc", "-p", "--eval", "-command", "--version", "-V", "--help");

  private static final Set<String> WITH_VALUE =
      Set.of(
          "-n",
          "--with",
          "--python",
          "--project",
          "-executionpolicy",
          "-windowstyle",
          "--env-file",
          "-W",
          "-X");

  /// Splits a line into its commands.
  static List<ShellCommand> of(String line) {
    List<ShellCommand> commands = new ArrayList<>();
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    int end = Math.min(line.length(), LONGEST);
    for (int i = 0; i <= end; i++) {
      char c = i < end ? line.charAt(i) : '\n';
      boolean ends = c == ';' || c == '|' || c == '\n' || c == '(' || c == '`';
      boolean both = c == '&' && i + 1 < end && line.charAt(i + 1) == '&';
      if (c > ' ' && !ends && !both && c != '"' && c != '\'' && c != ')') {
        word.append(c);
      } else if (c != '"' && c != '\'') {
        if (!word.isEmpty()) {
          words.add(word.toString());
          word.setLength(0);
        }
        if ((ends || both) && !words.isEmpty()) {
          commands.add(new ShellCommand(List.copyOf(words)));
          words.clear();
        }
      }
    }
    return commands.stream().map(ShellCommand::stripped).toList();
  }

  private ShellCommand stripped() {
    int from = 0;
    while (from < words.size()
        && (BEFORE.contains(words.get(from)) || isSetting(words.get(from)))) {
      from++;
    }
    return new ShellCommand(words.subList(from, words.size()));
  }

  private static boolean isSetting(String word) {
    int sign = word.indexOf('=');
    return sign > 0 && word.substring(0, sign).chars().allMatch(c -> c == '_' || isUpper(c));
  }

  private static boolean isUpper(int c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  /// Returns the folder that the command enters.
  Optional<String> folder() {
    boolean enters =
        words.size() > 1 && (words.getFirst().equals("cd") || words.getFirst().equals("pushd"));
    return enters ? Optional.of(words.get(1)) : Optional.empty();
  }

  /// Returns the file that the command runs, as written: after the name of an interpreter, or by
  /// its own path.
  Optional<String> script() {
    if (words.isEmpty()) {
      return Optional.empty();
    }
    if (!isRunner(words.getFirst())) {
      return Optional.of(words.getFirst()).filter(ShellCommand::isProgram);
    }
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      String plain = word.toLowerCase(Locale.ROOT);
      if (NO_FILE.contains(word) || NO_FILE.contains(plain)) {
        return Optional.empty();
      }
      if (WITH_VALUE.contains(plain)) {
        i++;
      } else if ((!word.startsWith("-") || word.endsWith(".jar"))
          && !WITHIN.contains(word)
          && !isRunner(word)) {
        return Optional.of(word);
      }
    }
    return Optional.empty();
  }

  /// Returns whether the first word of a command is the path of a program. Lists of files also have
  /// words with a slash, so other paths count only with a placeholder, with a script's extension,
  /// or below `skills/`.
  private static boolean isProgram(String word) {
    return word.startsWith("./")
        || word.startsWith(".\\")
        || "${<".indexOf(word.charAt(0)) >= 0
        || (word.indexOf('/') > 0
            && (word.endsWith(".py") || word.endsWith(".sh") || word.contains("skills/")));
  }

  private static boolean isRunner(String word) {
    String plain = word.toLowerCase(Locale.ROOT);
    return RUNNERS.contains(plain) || plain.startsWith("python3.");
  }
}
