package dev.assay.contents;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A file `.pth` in a folder of Python packages: further folders that Python searches, and lines
/// that it runs at every start.
///
/// @param appended folders that it adds behind the others, absolute and normalised
/// @param first folders that a line of code may put before the others
/// @param namespaces packages that a line of code declares namespaces, such as `google.cloud`
/// @param code lines of code that are not known to be harmless
/// @param outside lines that lead out of the environment, or mean something else to other Pythons
record PathLines(
    List<String> appended,
    List<String> first,
    List<String> namespaces,
    List<String> code,
    List<String> outside) {
  /// Lines of code that are known, each with the package that it is of; `*` stands for any.
  private static final List<Known> KNOWN =
      DataLines.read("start-lines.txt").stream()
          .map(line -> line.split(": ", 2))
          .map(words -> new Known(words[0], Pattern.compile(words[1])))
          .toList();

  /// No known line is longer; matching a longer one would take long.
  private static final int LONGEST = 1500;

  private record Known(String project, Pattern line) {
    private boolean is(String code, Collection<String> projects) {
      return (project.equals("*") || projects.stream().allMatch(project::equals))
          && line.matcher(code).matches();
    }
  }

  private static final Pattern SEARCH_PATH = Pattern.compile("sys\\.path\\b|addsitedir");
  private static final Pattern QUOTED = Pattern.compile("'([^']{1,300})'|\"([^\"]{1,300})\"");
  private static final Pattern FOLDER =
      Pattern.compile("f_locals\\['sitedir'\\], \\*\\(((?:'[A-Za-z0-9_]+',? ?)+)\\)");
  private static final Pattern DECLARED =
      Pattern.compile("(?:modules\\.setdefault|find_spec)\\('([A-Za-z0-9_.]+)'");

  /// @param text one character for each byte
  /// @param projects that it is of
  /// @param site the folder it lies in
  /// @param root of the environment
  static PathLines parse(String text, Collection<String> projects, String site, String root) {
    PathLines found =
        new PathLines(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    String decoded = new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    if (!OneReading.has(decoded)) {
      found.outside.add("what Pythons read differently");
    }
    for (String raw : decoded.replaceFirst("^\uFEFF", "").lines().toList()) {
      String line = raw.stripTrailing();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("import ") || line.startsWith("import\t")) {
        found.readCode(line, projects, site, root);
      } else {
        resolve(line, site, root)
            .ifPresentOrElse(found.appended::add, () -> found.outside.add(line));
      }
    }
    return found;
  }

  private void readCode(String line, Collection<String> projects, String site, String root) {
    if (line.length() > LONGEST) {
      code.add(line);
      return;
    }
    if (SEARCH_PATH.matcher(line).find()) {
      Matcher quoted = QUOTED.matcher(line);
      while (quoted.find()) {
        String word = quoted.group(1) == null ? quoted.group(2) : quoted.group(1);
        resolve(word, site, root).filter(path -> !path.equals(site)).ifPresent(first::add);
      }
    }
    Set<String> declared = declared(line);
    namespaces.addAll(declared);
    if (KNOWN.stream().noneMatch(known -> known.is(line, projects)) || declared.size() > 1) {
      code.add(line);
    }
  }

  /// The packages that a line declares namespaces; more than one if it confuses them.
  private static Set<String> declared(String line) {
    Set<String> names = new TreeSet<>();
    Matcher folder = FOLDER.matcher(line);
    if (folder.find()) {
      names.add(folder.group(1).replaceAll("[' ]", "").replaceAll(",+$", "").replace(',', '.'));
      Matcher module = DECLARED.matcher(line);
      while (module.find()) {
        names.add(module.group(1));
      }
    }
    return names;
  }

  private static Optional<String> resolve(String line, String site, String root) {
    if (line.chars().anyMatch(Character::isISOControl)) {
      return Optional.empty();
    }
    String path = java.nio.file.Path.of(site).resolve(line).normalize().toString();
    return path.equals(root) || path.startsWith(root + "/") ? Optional.of(path) : Optional.empty();
  }
}
