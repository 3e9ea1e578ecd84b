package dev.assay.intake.portability;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.List;

/// The links of a Markdown file, and the lines of its code blocks.
final class MarkdownLinks {
  private static final Pattern LINK = Pattern.compile("\\[[^\\]\\n]*\\]\\(\\s*<?([^)\\s<>]+)");
  private static final Pattern INLINE_CODE = Pattern.compile("`[^`\\n]*`");

  /// The limit in characters; links and code behind it are ignored.
  private static final int MOST_CHARACTERS = 1 << 20;

  private static final int MOST_LINKS = 2_000;

  private final List<Link> links = new ArrayList<>();
  private final List<Integer> codeLines = new ArrayList<>();

  record Link(String target, int line) {}

  private MarkdownLinks() {}

  static MarkdownLinks of(SourceText source, int firstLine) {
    MarkdownLinks markdown = new MarkdownLinks();
    String fence = "";
    int last = source.lineAt(Math.min(source.text().length(), MOST_CHARACTERS));
    for (int number = firstLine; number <= last; number++) {
      String line = source.line(number);
      String start = line.strip();
      if (fence.isEmpty() && (start.startsWith("```") || start.startsWith("~~~"))) {
        fence = start.substring(0, 3);
      } else if (!fence.isEmpty() && start.startsWith(fence)) {
        fence = "";
      } else if (!fence.isEmpty()) {
        markdown.codeLines.add(number);
      } else if (line.indexOf('[') >= 0) {
        Matcher link = LINK.matcher(INLINE_CODE.matcher(line).replaceAll(" "));
        while (markdown.links.size() <= MOST_LINKS && link.find()) {
          markdown.links.add(new Link(link.group(1), number));
        }
      }
    }
    return markdown;
  }

  List<Link> links() {
    return links.subList(0, Math.min(links.size(), MOST_LINKS));
  }

  /// Returns the line of the first link that is left out; 0 if there is none.
  int firstLeftOut() {
    return links.size() > MOST_LINKS ? links.getLast().line() : 0;
  }

  List<Integer> codeLines() {
    return codeLines;
  }
}
