package dev.assay.intake.format;

import java.util.ArrayList;
import java.util.List;

/// Splits `Bash(git add:*) Read, Write` at spaces and commas outside of parentheses.
final class ToolList {
  private ToolList() {}

  static List<String> split(String text) {
    List<String> tools = new ArrayList<>();
    StringBuilder tool = new StringBuilder();
    int open = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      open += c == '(' ? 1 : c == ')' && open > 0 ? -1 : 0;
      if (open == 0 && (c == ',' || Character.isWhitespace(c))) {
        finish(tool, tools);
      } else {
        tool.append(c);
      }
    }
    finish(tool, tools);
    return tools;
  }

  private static void finish(StringBuilder tool, List<String> tools) {
    if (!tool.isEmpty()) {
      tools.add(tool.toString());
      tool.setLength(0);
    }
  }
}
