package dev.assay.contents;

import dev.assay.skill.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The file entry_points.txt of a Python package: programs to make for it, and plug-ins that it
/// offers to other packages.
///
/// @param plugins the names of plug-ins by group
record EntryPoints(List<Program> programs, SortedMap<String, List<String>> plugins) {
  private static final int MOST_GROUPS = 100;
  private static final Pattern TARGET =
      Pattern.compile("(?<module>[\\w.]++)\\s*+(?::\\s*+(?<attribute>[\\w.]++)\\s*+)?(?:\\[.*])?");
  private static final Pattern BRACKETS = Pattern.compile("^[\\[\\]\\s]++|[\\[\\]\\s]++$");

  record Program(String name, String module, String attribute) {
    /// A Python script that calls the function.
    String text(String interpreter) {
      String first =
          attribute.contains(".") ? attribute.substring(0, attribute.indexOf('.')) : attribute;
      return """
          #!%s
          import sys
          from %s import %s
          if __name__ == "__main__":
              sys.exit(%s())
          """
          .formatted(interpreter, module, first, attribute);
    }
  }

  /// As Python reads it: each line of a group is a plug-in, whatever it looks like.
  ///
  /// @throws IllegalArgumentException if Python cannot read it, or its versions differ
  static EntryPoints parse(String text) {
    if (!OneReading.has(text)) {
      throw new IllegalArgumentException("it holds characters that end a line for some Pythons");
    }
    List<Program> programs = new ArrayList<>();
    SortedMap<String, List<String>> plugins = new TreeMap<>();
    String group = "";
    for (String line : text.lines().map(String::strip).toList()) {
      int equals = line.indexOf('=');
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("[") && line.endsWith("]")) {
        group = BRACKETS.matcher(line).replaceAll("");
      } else if (equals < 0) {
        throw new IllegalArgumentException("its line " + Visible.line(line, 100) + " has no =");
      } else {
        String name = line.substring(0, equals).strip();
        Matcher target = TARGET.matcher(line.substring(equals + 1).strip());
        if (!group.equals("console_scripts") && !group.equals("gui_scripts")) {
          plugins.computeIfAbsent(group, _ -> new ArrayList<>()).add(name);
        } else if (!name.isEmpty() && target.matches() && target.group("attribute") != null) {
          programs.add(new Program(name, target.group("module"), target.group("attribute")));
        }
      }
    }
    if (plugins.size() > MOST_GROUPS) {
      throw new IllegalArgumentException(
          "it has plug-ins for more than %d groups".formatted(MOST_GROUPS));
    }
    return new EntryPoints(programs, plugins);
  }
}
