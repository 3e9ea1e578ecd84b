package dev.assay.contents;

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
  private static final Pattern POINTER =
      Pattern.compile(
          "(?<name>[^=]+?)\\s*=\\s*(?<module>[\\w.]+)\\s*(?::\\s*(?<attribute>[\\w.]+))?\\s*(?:\\[.*])?");

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

  static EntryPoints parse(String text) {
    List<Program> programs = new ArrayList<>();
    SortedMap<String, List<String>> plugins = new TreeMap<>();
    String group = "";
    for (String line : text.lines().map(String::strip).toList()) {
      Matcher pointer = POINTER.matcher(line);
      if (line.startsWith("[")) {
        group = line.substring(1, line.endsWith("]") ? line.length() - 1 : line.length()).strip();
      } else if (!line.startsWith("#") && !line.startsWith(";") && pointer.matches()) {
        if (!group.equals("console_scripts") && !group.equals("gui_scripts")) {
          plugins.computeIfAbsent(group, _ -> new ArrayList<>()).add(pointer.group("name"));
        } else if (pointer.group("attribute") != null) {
          programs.add(
              new Program(
                  pointer.group("name"), pointer.group("module"), pointer.group("attribute")));
        }
      }
    }
    return new EntryPoints(programs, plugins);
  }
}
