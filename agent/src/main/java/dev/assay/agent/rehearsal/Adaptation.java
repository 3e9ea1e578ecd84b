package dev.assay.agent.rehearsal;

import dev.assay.agent.relevance.Terms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Fits a command that a skill shows to a task. It replaces scripts by their paths in the sandbox,
/// example files by the task's files, and example values by the task's values.
final class Adaptation {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"(?:\\\\.|[^\"\\\\])*\"|'[^']*'|(?:<[A-Za-z][\\w .-]*>|[^\\s\"'<>|&;])+|[<>|&;]+|\\s+");
  private static final Pattern OPTIONAL = Pattern.compile("\\s\\[([^\\[\\]]+)]");
  private static final Pattern CHOICE = Pattern.compile("[<{(]([\\w-]+(?:\\|[\\w-]+)+)[>})]");
  private static final Pattern SKILL_FOLDER =
      Pattern.compile(
          "\\{(?:baseDir|skill_?dir|skill_?path|SKILL_DIR)}|\\$\\{?(?:CLAUDE_)?SKILL_(?:DIR|ROOT|PATH)}?|<skill[-_ ]?(?:dir|path|folder|root)>"
              + "|/?path/to/(?:the[-_])?skill",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "<([^<>]+)>|\\{([A-Za-z_]+)}|\\$\\{?([A-Z_]+|\\d)}?|([A-Z][A-Z_]{2,})(?:\\.\\w+)?|/?path/to/(.+)");
  private static final Pattern FILE_NAME =
      Pattern.compile("[\\w./~-]*[\\w-]\\.[A-Za-z][A-Za-z0-9]{0,5}");
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?");
  private static final Set<String> OUTPUT_OPTIONS =
      Set.of("-o", "--output", "--out", "-O", "--outfile", "--output-file", "--dest", ">", ">>");

  private final Request request;
  private final String base;
  private final List<String> resources;
  private final Map<String, String> made = new HashMap<>();
  private final List<String> unusedFiles = new ArrayList<>();
  private final List<String> unusedTexts = new ArrayList<>();
  private boolean last;

  /// @param base the skill's folder
  /// @param resources its files, relative to it
  Adaptation(Request request, String base, List<String> resources) {
    this.request = request;
    this.base = base;
    this.resources = resources;
  }

  /// Fits all commands of a recipe. A file that one command makes is the same file for the next
  /// ones.
  List<String> of(List<String> commands) {
    List<String> adapted = new ArrayList<>();
    for (String command : commands) {
      last = adapted.size() + 1 == commands.size();
      unusedFiles.clear();
      unusedFiles.addAll(request.uploads());
      unusedTexts.clear();
      unusedTexts.addAll(request.texts());
      adapted.add(line(chosen(command)));
    }
    return adapted;
  }

  /// Drops the options that the task does not ask for, and picks one of several alternatives.
  private String chosen(String command) {
    String lower = request.prompt().toLowerCase(Locale.ROOT);
    String plain =
        OPTIONAL
            .matcher(command)
            .replaceAll(
                match -> {
                  String name = match.group(1).replaceAll("^-+", "").replaceAll("[ =].*", "");
                  boolean asked = name.length() > 2 && lower.contains(name.replace('-', ' '));
                  return asked ? Matcher.quoteReplacement(" " + match.group(1)) : "";
                });
    return CHOICE
        .matcher(plain)
        .replaceAll(
            match -> {
              List<String> words = List.of(match.group(1).split("\\|", -1));
              return Matcher.quoteReplacement(
                  words.stream()
                      .filter(word -> lower.contains(Terms.stem(word)))
                      .findFirst()
                      .orElse(words.getFirst()));
            });
  }

  private String line(String command) {
    StringBuilder adapted = new StringBuilder();
    String previous = "";
    Matcher tokens = TOKEN.matcher(command);
    int at = 0;
    while (tokens.find()) {
      adapted.append(command, at, tokens.start());
      at = tokens.end();
      String raw = tokens.group();
      adapted.append(raw.isBlank() ? raw : token(raw, previous));
      previous = raw.isBlank() ? previous : raw;
    }
    return adapted.append(command.substring(at)).toString();
  }

  private String token(String raw, String previous) {
    boolean quoted = raw.startsWith("\"") || raw.startsWith("'");
    String text = quoted ? raw.substring(1, raw.length() - 1) : raw;
    if (raw.matches("[<>|&;]+")) {
      return raw;
    }
    int sign = raw.startsWith("--") ? raw.indexOf('=') : -1;
    if (sign > 0) {
      return raw.substring(0, sign + 1) + token(raw.substring(sign + 1), raw.substring(0, sign));
    }
    String placed = SKILL_FOLDER.matcher(text).replaceAll(Matcher.quoteReplacement(base));
    Optional<String> resource = resource(placed);
    if (resource.isPresent()) {
      return quote(resource.get());
    }
    if (!placed.equals(text)) {
      return quote(placed);
    }
    String known = made.get(text);
    if (known != null) {
      return quote(known);
    }
    if (OUTPUT_OPTIONS.contains(previous)) {
      return quote(output(text));
    }
    return value(text, previous, quoted).map(Adaptation::quote).orElse(raw);
  }

  private Optional<String> resource(String text) {
    String path = text.startsWith("./") ? text.substring(2) : text;
    for (String resource : resources) {
      if (path.equals(resource)
          || path.equals(base + "/" + resource)
          || path.endsWith("/" + resource)) {
        return Optional.of(base + "/" + resource);
      }
    }
    List<String> sameName = resources.stream().filter(each -> each.endsWith("/" + path)).toList();
    boolean script = path.matches(".*\\.(?:py|sh|js|rb|pl|mjs)");
    return script && sameName.size() == 1
        ? Optional.of(base + "/" + sameName.getFirst())
        : Optional.empty();
  }

  /// The path of an output. The last command writes the file that the task wants.
  private String output(String text) {
    String own = PLACEHOLDER.matcher(text).matches() ? "output.txt" : text;
    String path = last ? request.wantedFile().orElse(own) : own;
    made.put(text, path);
    return path;
  }

  private Optional<String> value(String text, String previous, boolean quoted) {
    Matcher placeholder = PLACEHOLDER.matcher(text);
    if (placeholder.matches()) {
      return placeholder(text.replaceAll("[<>{}$]", "").toLowerCase(Locale.ROOT), text);
    }
    if (DATE.matcher(text).matches()) {
      Matcher date = DATE.matcher(request.prompt());
      return date.find() ? Optional.of(date.group()) : Optional.empty();
    }
    if (NUMBER.matcher(text).matches()) {
      return request.numberNear(previous);
    }
    if (FILE_NAME.matcher(text).matches()) {
      return file(text);
    }
    return quoted && !unusedTexts.isEmpty()
        ? Optional.of(unusedTexts.removeFirst())
        : Optional.empty();
  }

  private Optional<String> placeholder(String name, String text) {
    if (name.matches(".*(?:out|dest|result|target).*")) {
      return Optional.of(output(text));
    }
    if (name.matches(".*(?:text|message|string|phrase|sentence|query|word|title|pattern).*")) {
      return unusedTexts.isEmpty() ? file(text) : Optional.of(unusedTexts.removeFirst());
    }
    if (name.matches("n|k|num.*|count|limit|top|.*number.*|amount")) {
      return request.numberNear(name);
    }
    boolean isFile =
        name.matches(".*(?:file|input|path|csv|json|txt|data|document|log|source|src|image|\\.).*")
            || name.matches("\\d");
    if (!isFile) {
      Optional<String> named = request.wordNear(name);
      if (named.isPresent()) {
        return named;
      }
      if (!unusedTexts.isEmpty()) {
        return Optional.of(unusedTexts.removeFirst());
      }
    }
    return file(text);
  }

  /// Finds a file that the user named, or the task's file of that name, or the next one of that
  /// kind, or the next one.
  private Optional<String> file(String text) {
    String name = text.substring(text.lastIndexOf('/') + 1);
    String ending = name.contains(".") ? name.substring(name.lastIndexOf('.')) : "";
    Predicate<String> same = file -> file.endsWith("/" + name);
    Predicate<String> alike = file -> !ending.isEmpty() && file.endsWith(ending);
    Optional<String> found =
        Stream.<Predicate<String>>of(
                same.and(request::names),
                alike.and(request::names),
                same,
                alike,
                request::names,
                request::namesKind,
                _ -> true)
            .flatMap(wanted -> unusedFiles.stream().filter(wanted))
            .findFirst();
    if (found.isPresent()) {
      unusedFiles.remove(found.get());
      return found;
    }
    return request.uploads().stream().filter(file -> file.endsWith("/" + name)).findFirst();
  }

  static String quote(String text) {
    return text.matches("[\\w./:=@%+,*-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
