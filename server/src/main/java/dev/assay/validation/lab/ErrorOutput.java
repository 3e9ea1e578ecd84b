package dev.assay.validation.lab;

import dev.assay.validation.evidence.CommandFailure;
import dev.assay.validation.evidence.CommandFailure.Kind;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reduces the output of a failed command to its place and reason. It understands traces of Python,
/// Node.js, Ruby, Perl and shells. For any other output it uses the last line.
final class ErrorOutput {
  private static final Pattern PYTHON_FRAME =
      Pattern.compile("^\\s{0,20}File \"([^\"<]{1,300})\", line (\\d{1,7})");
  private static final Pattern NODE_FRAME =
      Pattern.compile("^\\s{1,20}at .{0,200}?\\(?((?:file://)?/[^():\\s]{1,300}):(\\d{1,7}):\\d");
  private static final Pattern SHELL_LINE =
      Pattern.compile("^([^\\s:]{1,300}): (?:line )?(\\d{1,7}): (.{1,300})$");
  private static final Pattern RUBY_LINE =
      Pattern.compile("^([^\\s:]{1,300}\\.rb):(\\d{1,7}):in [^:]{1,200}: (.{1,300})$");
  private static final Pattern PERL_LINE =
      Pattern.compile("^(.{1,300}) at (\\S{1,300}) line (\\d{1,7})\\.$");
  private static final Pattern EXCEPTION =
      Pattern.compile(
          "^(?:Uncaught )?([A-Za-z_][\\w.]{0,100}(?:Error|Exception|Exit|Interrupt|Warning))\\b(.{0,300})");

  private static final Pattern MODULE =
      Pattern.compile(
          "(?:No module named|Cannot find (?:module|package)|cannot load such file --) ['\"]?([^'\"\\s]{1,100})");
  private static final Pattern PROGRAM =
      Pattern.compile("([^\\s:]{1,100}): (?:command )?not found");
  private static final Pattern SPAWNED =
      Pattern.compile("No such file or directory: '([A-Za-z0-9_.+-]{1,60})'$");
  private static final Pattern PATH =
      Pattern.compile(
          "(?:No such file or directory: |no such file or directory, \\w{1,20} |can't open file )['\"]([^'\"]{1,200})"
              + "|([^\\s:'\"]{1,200}): No such file or directory");

  private static final int LINES = 15;
  private static final int LONGEST = 300;
  private static final int LONGEST_EXCERPT = 2_000;

  private final List<String> lines;
  private final String command;

  ErrorOutput(String result, String command) {
    this.lines =
        result
            .lines()
            .skip(1)
            .filter(line -> !line.startsWith("<<begin ") && !line.startsWith("<<end "))
            .filter(line -> !line.endsWith(": (empty)"))
            .map(line -> cut(line, LONGEST))
            .toList();
    this.command = command;
  }

  /// @param how the reason why the command was ended, in the words of the tool; empty if it ended
  ///   itself
  CommandFailure failure(int exitCode, String how) {
    Place place = place();
    String message = how.isEmpty() ? message() : cut(how, LONGEST);
    Kind kind = kind(exitCode, how, message);
    return new CommandFailure(
        kind,
        place.path().skill(),
        place.path().file(),
        place.line(),
        message,
        subject(kind, message),
        exitCode,
        command,
        excerpt());
  }

  private record Place(SkillPath path, int line) {}

  /// Returns the innermost place in a skill, else the skill's file that was run, else the innermost
  /// place outside libraries.
  private Place place() {
    Optional<Place> own = Optional.empty();
    Optional<Place> other = Optional.empty();
    for (String line : lines) {
      Optional<Place> frame = frame(line);
      boolean innermostFirst = NODE_FRAME.matcher(line).find();
      if (frame.isPresent() && frame.get().path().isSkills()) {
        own = innermostFirst && own.isPresent() ? own : frame;
      } else if (frame.isPresent() && !isLibrary(frame.get().path().file())) {
        other = innermostFirst && other.isPresent() ? other : frame;
      }
    }
    SkillPath ran = SkillPath.in(command);
    if (own.isPresent()) {
      return own.get();
    }
    if (ran.isSkills()) {
      return new Place(ran, 0);
    }
    return other.orElse(new Place(new SkillPath("", ""), 0));
  }

  private static boolean isLibrary(String path) {
    return path.contains("/lib/") || path.contains("node_modules") || path.startsWith("node:");
  }

  private static Optional<Place> frame(String line) {
    for (Pattern pattern : List.of(PYTHON_FRAME, NODE_FRAME, RUBY_LINE, SHELL_LINE)) {
      Matcher found = pattern.matcher(line);
      if (found.find()) {
        return Optional.of(placed(found.group(1), found.group(2)));
      }
    }
    Matcher perl = PERL_LINE.matcher(line);
    return perl.find() ? Optional.of(placed(perl.group(2), perl.group(3))) : Optional.empty();
  }

  private static Place placed(String path, String line) {
    return new Place(SkillPath.in(path), Integer.parseInt(line));
  }

  /// Returns the last exception, else the last line.
  private String message() {
    for (String line : lines.reversed()) {
      Matcher shell = SHELL_LINE.matcher(line);
      Matcher ruby = RUBY_LINE.matcher(line);
      if (ruby.find()) {
        return ruby.group(3);
      }
      if (EXCEPTION.matcher(line).find()) {
        return line.strip();
      }
      if (shell.find()) {
        return shell.group(3);
      }
    }
    return lines.reversed().stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("Node.js v"))
        .findFirst()
        .orElse("It printed nothing.");
  }

  private Kind kind(int exitCode, String how, String message) {
    if (how.contains("not done after")) {
      return Kind.NOT_ENDED;
    }
    if (how.contains("out of memory") || message.startsWith("MemoryError")) {
      return Kind.OUT_OF_MEMORY;
    }
    if (MODULE.matcher(message).find()) {
      return module(message).startsWith("/") || module(message).startsWith(".")
          ? Kind.PATH_MISSING
          : Kind.MODULE_MISSING;
    }
    if (how.startsWith("could not be started")
        || exitCode == 127
        || PROGRAM.matcher(message).find()
        || isSpawned(message)) {
      return Kind.PROGRAM_MISSING;
    }
    if (PATH.matcher(message).find()) {
      return Kind.PATH_MISSING;
    }
    return EXCEPTION.matcher(message).find() ? Kind.EXCEPTION : Kind.EXIT_CODE;
  }

  private static String module(String message) {
    Matcher found = MODULE.matcher(message);
    return found.find() ? found.group(1) : "";
  }

  /// Tests whether a missing file is a program that Python was to start, not a file that it was to
  /// open.
  private boolean isSpawned(String message) {
    return SPAWNED.matcher(message).find()
        && lines.stream().anyMatch(line -> line.contains("subprocess.py"));
  }

  private String subject(Kind kind, String message) {
    return switch (kind) {
      case MODULE_MISSING -> first(MODULE, message);
      case PROGRAM_MISSING -> first(isSpawned(message) ? SPAWNED : PROGRAM, message);
      case PATH_MISSING -> first(MODULE.matcher(message).find() ? MODULE : PATH, message);
      case EXCEPTION, OUT_OF_MEMORY, NOT_ENDED, EXIT_CODE -> "";
    };
  }

  /// Returns the group that matched.
  private static String first(Pattern pattern, String message) {
    Matcher found = pattern.matcher(message);
    if (!found.find()) {
      return "";
    }
    return found.group(1) == null ? found.group(2) : found.group(1);
  }

  private String excerpt() {
    List<String> last = lines.subList(Math.max(0, lines.size() - LINES), lines.size());
    String text = "$ " + command + "\n" + String.join("\n", last);
    return text.length() <= LONGEST_EXCERPT
        ? text
        : cut(text, LONGEST_EXCERPT / 2)
            + "\n"
            + text.substring(text.length() - LONGEST_EXCERPT / 2);
  }

  static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
    return text.substring(0, end) + "…";
  }
}
