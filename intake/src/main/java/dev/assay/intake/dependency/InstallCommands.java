package dev.assay.intake.dependency;

import com.google.re2j.Matcher;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.dependency.Ecosystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Finds commands that install packages: in scripts on any line, in Markdown inside code.
public final class InstallCommands {
  private static final Regex COMMAND =
      new Regex(
          "\\b(pip3?\\s+install|pipx\\s+install|uv\\s+(?:pip\\s+install|add|tool\\s+install)|uvx|npm\\s+(?:install|i|add)|npx|yarn\\s+add|pnpm\\s+(?:add|install)|bun\\s+add|apt(?:-get)?\\s+(?:-\\S+\\s+)*install|brew\\s+install)\\s+([^\\n;&|#`]+)");
  private static final Regex NAME =
      new Regex("(?:@[a-z0-9._~-]+/)?[A-Za-z0-9][A-Za-z0-9._+-]*(?:\\[[^\\]]*\\])?");
  private static final Regex SPEC =
      new Regex(
          "(?:@[a-z0-9._~-]+/)?[A-Za-z0-9][A-Za-z0-9._+-]*(?:\\[[^\\]]*\\])?(?:[<>=~!@^][^\\s]*)");
  private static final Regex FENCED = new Regex("`[^`\\n]+`");

  /// The limit of one file, in characters of lines that contain one of the words.
  private static final int MOST_TRIED = 1 << 17;

  private static final List<String> WORDS = List.of("install", "px ", "vx ", "add ", " i ");

  /// The same words, matched in either case.
  private static final WordTable TABLE = WordTable.of(WORDS.toArray(String[]::new));

  private static final Set<String> WITH_VALUE =
      Set.of(
          "-r",
          "-c",
          "-i",
          "-t",
          "-e",
          "-f",
          "-p",
          "--requirement",
          "--constraint",
          "--index-url",
          "--extra-index-url",
          "--target",
          "--python",
          "--prefix",
          "--find-links",
          "--with",
          "--from",
          "--package");

  private static final Found NOTHING = new Found(List.of(), true);

  private InstallCommands() {}

  /// A package that a command installs.
  ///
  /// @param program the installer, such as `pip` or `npx`
  /// @param text the package as written, with its version
  /// @param pinned whether a version is given
  public record Installed(
      String program, Ecosystem ecosystem, String text, boolean pinned, int line) {
    /// Returns whether the program runs the package at once without installing it.
    public boolean isRun() {
      return program.equals("npx") || program.equals("uvx");
    }
  }

  /// The packages that a file installs.
  ///
  /// @param whole whether the file was read to its end
  public record Found(List<Installed> commands, boolean whole) {
    public Found {
      commands = List.copyOf(commands);
    }
  }

  public static Found in(SourceText source) {
    return source.reading(Found.class, InstallCommands::read);
  }

  private static Found read(SourceText source) {
    List<Installed> found = new ArrayList<>();
    if (!hasWord(source.text())) {
      return NOTHING;
    }
    boolean prose = source.extension().equals(".md");
    boolean fence = false;
    int tried = 0;
    for (int number = 1; number <= source.lines(); number++) {
      String line = source.line(number);
      if (prose && line.strip().startsWith("```")) {
        fence = !fence;
      } else if (hasWord(line)) {
        tried += line.length();
        if (tried > MOST_TRIED) {
          return new Found(found, false);
        }
        commands(line, number, !prose || fence ? Spot.CODE : Spot.PROSE, found);
      }
    }
    return new Found(found, true);
  }

  private static boolean hasWord(String text) {
    if (TABLE.anyIn(text)) {
      for (String word : WORDS) {
        if (text.contains(word)) {
          return true;
        }
      }
    }
    return false;
  }

  private enum Spot {
    CODE,
    PROSE
  }

  private static void commands(String line, int number, Spot spot, List<Installed> found) {
    if (spot == Spot.CODE) {
      command(line, number, found);
      return;
    }
    Matcher code = FENCED.matcher(line);
    while (code.find()) {
      command(code.group().replace("`", ""), number, found);
    }
  }

  private static void command(String line, int number, List<Installed> found) {
    Matcher command = COMMAND.matcher(line);
    if (!command.find()) {
      return;
    }
    String program = command.group(1).split("\\s+", -1)[0];
    boolean single = program.equals("npx") || program.equals("uvx");
    boolean skip = false;
    for (String word : command.group(2).strip().split("\\s+", -1)) {
      String bare = bare(word);
      if (skip) {
        skip = false;
      } else if (bare.startsWith("-")) {
        if (bare.equals("--from") || bare.equals("-r") || bare.equals("--package")) {
          break;
        }
        skip = WITH_VALUE.contains(bare);
      } else {
        boolean plain = NAME.matches(bare);
        if (!plain && (single || !SPEC.matches(bare))) {
          break;
        }
        found.add(new Installed(program, ecosystem(program), bare, !plain, number));
        if (single) {
          break;
        }
      }
    }
  }

  private static String bare(String word) {
    int from = 0;
    int to = word.length();
    while (from < to && "\"'(".indexOf(word.charAt(from)) >= 0) {
      from++;
    }
    while (to > from && "\"'),.:\\".indexOf(word.charAt(to - 1)) >= 0) {
      to--;
    }
    return word.substring(from, to);
  }

  private static Ecosystem ecosystem(String program) {
    return switch (program) {
      case "npm", "npx", "yarn", "pnpm", "bun" -> Ecosystem.NPM;
      case "apt", "apt-get", "brew" -> Ecosystem.SYSTEM;
      default -> Ecosystem.PIP;
    };
  }
}
