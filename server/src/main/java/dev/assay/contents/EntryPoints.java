package dev.assay.contents;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The file entry_points.txt of a Python package: which programs to make for it.
final class EntryPoints {
  private static final Pattern POINTER =
      Pattern.compile(
          "(?<name>[^=/\\s][^=/]*?)\\s*=\\s*(?<module>[\\w.]+)\\s*(?::\\s*(?<attribute>[\\w.]+))?\\s*(?:\\[.*])?");

  private EntryPoints() {}

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

  static List<Program> parse(String text) {
    List<Program> programs = new ArrayList<>();
    boolean wanted = false;
    for (String line : text.lines().map(String::strip).toList()) {
      if (line.startsWith("[")) {
        wanted = line.equals("[console_scripts]") || line.equals("[gui_scripts]");
      } else if (wanted && !line.isEmpty() && !line.startsWith("#") && !line.startsWith(";")) {
        Matcher pointer = POINTER.matcher(line);
        if (pointer.matches() && pointer.group("attribute") != null) {
          programs.add(
              new Program(
                  pointer.group("name"), pointer.group("module"), pointer.group("attribute")));
        }
      }
    }
    return programs;
  }
}
