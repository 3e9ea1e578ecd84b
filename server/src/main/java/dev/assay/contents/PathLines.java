package dev.assay.contents;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A file `.pth` in a folder of Python packages: further folders that Python searches, and lines
/// that it runs at every start.
///
/// @param appended the folders that it adds behind the others, absolute and normalised
/// @param first the folders that a line of code may put before the others
/// @param namespaces the packages that a line of code declares namespaces, such as `google.cloud`
/// @param code the lines of code that are not known to be harmless
/// @param outside the lines that lead out of the environment
record PathLines(
    List<String> appended,
    List<String> first,
    List<String> namespaces,
    List<String> code,
    List<String> outside) {
  /// The known lines of code, as one expression.
  private static final Pattern KNOWN =
      Pattern.compile(
          DataLines.read("start-lines.txt").stream()
              .map(line -> "(?:" + line + ")")
              .collect(Collectors.joining("|")));

  private static final Pattern SEARCH_PATH = Pattern.compile("sys\\.path\\b|addsitedir");
  private static final Pattern QUOTED = Pattern.compile("'([^']{1,300})'|\"([^\"]{1,300})\"");
  private static final Pattern FOLDER =
      Pattern.compile("f_locals\\['sitedir'\\], \\*\\(((?:'[A-Za-z0-9_]+',? ?)+)\\)");
  private static final Pattern DECLARED =
      Pattern.compile("(?:modules\\.setdefault|find_spec)\\('([A-Za-z0-9_.]+)'");

  /// @param site the folder of the file
  /// @param root the root of the environment
  static PathLines parse(String text, String site, String root) {
    PathLines found =
        new PathLines(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    for (String raw : text.replace("\uFEFF", "").lines().toList()) {
      String line = raw.stripTrailing();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("import ") || line.startsWith("import\t")) {
        found.readCode(line, site, root);
      } else {
        resolve(line, site, root)
            .ifPresentOrElse(found.appended::add, () -> found.outside.add(line));
      }
    }
    return found;
  }

  private void readCode(String line, String site, String root) {
    if (SEARCH_PATH.matcher(line).find()) {
      Matcher quoted = QUOTED.matcher(line);
      while (quoted.find()) {
        String word = quoted.group(1) == null ? quoted.group(2) : quoted.group(1);
        resolve(word, site, root).filter(path -> !path.equals(site)).ifPresent(first::add);
      }
    }
    Set<String> declared = declared(line);
    namespaces.addAll(declared);
    if (!KNOWN.matcher(line).matches() || declared.size() > 1) {
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
