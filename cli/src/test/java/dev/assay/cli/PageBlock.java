package dev.assay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A fenced block of a page of the documents.
///
/// @param language the word behind the fence, such as `sh`; empty if there is none
record PageBlock(String language, String text) {
  private static final Pattern FENCE = Pattern.compile("(`{3,})(\\w*)");
  private static final Pattern LEFT_OUT = Pattern.compile("(?:^|\\n)…(?:\\n|$)");

  static List<PageBlock> of(Path page) throws IOException {
    List<PageBlock> blocks = new ArrayList<>();
    List<String> lines = Files.readAllLines(page);
    for (int start = 0; start < lines.size(); start++) {
      Matcher fence = FENCE.matcher(lines.get(start));
      if (fence.matches()) {
        int length = lines.subList(start + 1, lines.size()).indexOf(fence.group(1));
        int end = start + 1 + length;
        blocks.add(new PageBlock(fence.group(2), String.join("\n", lines.subList(start + 1, end))));
        start = end;
      }
    }
    return blocks;
  }

  /// The text between the lines `…`, where the page leaves something out.
  List<String> parts() {
    return List.of(LEFT_OUT.split(text));
  }
}
