package dev.assay.intake.scan;

import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Joins the sentences of a document that run over several lines. Authors wrap lines anywhere, and
/// an address is often on the line below the sentence that announces it.
final class Sentences {
  private static final int LONGEST = 400;
  private static final int FRONTMATTER = 60;
  private static final String FENCE = "```";

  private final SourceText source;
  private final StringBuilder shown = new StringBuilder();

  /// The first and the last line of each sentence.
  private final List<int[]> lines = new ArrayList<>();

  private final StringBuilder sentence = new StringBuilder();
  private int first;
  private int last;

  private Sentences(SourceText source) {
    this.source = source;
  }

  static Optional<Sentences> of(SourceText source) {
    Work.spend(4L * source.text().length());
    Sentences sentences = new Sentences(source);
    sentences.read();
    return sentences.lines.isEmpty() ? Optional.empty() : Optional.of(sentences);
  }

  View view() {
    SourceText text = new SourceText(source.path(), shown.toString());
    return new View(
        source, text, "", line -> lines.get(Math.min(line, lines.size()) - 1)[0], Optional.empty());
  }

  /// Adds the reported places of the lines inside a sentence as places of the sentence, so that
  /// they are not reported again.
  ///
  /// @param reported the ids of rules, each with a colon and a line
  Set<String> known(Set<String> reported) {
    Set<String> known = new HashSet<>(reported);
    for (String each : reported) {
      int colon = each.lastIndexOf(':');
      if (colon > 0) {
        int line = Integer.parseInt(each, colon + 1, each.length(), 10);
        for (int[] range : lines) {
          if (range[0] <= line && line <= range[1]) {
            known.add(each.substring(0, colon + 1) + range[0]);
          }
        }
      }
    }
    return known;
  }

  private void read() {
    boolean announced = false;
    boolean fenced = false;
    for (int line = body(); line <= source.lines(); line++) {
      String text = source.line(line).strip();
      if (text.startsWith(FENCE)) {
        fenced = !fenced;
        announced = fenced && (announced || announces());
        end(announced);
      } else if (text.isEmpty()) {
        announced = announces();
        end(announced);
      } else if (fenced || announced) {
        if (announced && !text.startsWith("#")) {
          add(text, line);
        }
        announced = false;
        end(false);
      } else if (text.startsWith("#") || text.startsWith("|")) {
        end(false);
      } else {
        if (isItem(text)) {
          end(false);
        }
        split(text, line);
      }
    }
    end(false);
  }

  private boolean announces() {
    return !sentence.isEmpty() && sentence.charAt(sentence.length() - 1) == ':';
  }

  private int body() {
    if (!source.line(1).startsWith("---")) {
      return 1;
    }
    for (int line = 2; line <= Math.min(FRONTMATTER, source.lines()); line++) {
      if (source.line(line).startsWith("---")) {
        return line + 1;
      }
    }
    return 1;
  }

  private static boolean isItem(String text) {
    char start = text.charAt(0);
    return ((start == '-' || start == '*' || start == '+')
            && text.length() > 1
            && text.charAt(1) == ' ')
        || (Character.isDigit(start) && text.indexOf(". ") > 0 && text.indexOf(". ") < 4);
  }

  private void split(String text, int line) {
    int from = 0;
    for (int at = 0; at + 2 < text.length(); at++) {
      char stop = text.charAt(at);
      if ((stop == '.' || stop == '!' || stop == '?')
          && text.charAt(at + 1) == ' '
          && !Character.isLowerCase(text.charAt(at + 2))
          && at > 2) {
        add(text.substring(from, at + 1), line);
        end(false);
        from = at + 2;
      }
    }
    add(text.substring(from), line);
  }

  private void add(String text, int line) {
    if (sentence.length() + text.length() > LONGEST) {
      end(false);
    }
    if (sentence.isEmpty()) {
      first = line;
    } else {
      sentence.append(' ');
    }
    sentence.append(text);
    last = line;
  }

  private void end(boolean goesOn) {
    if (goesOn) {
      return;
    }
    if (last > first && !sentence.isEmpty() && sentence.length() <= LONGEST) {
      shown.append(sentence).append('\n');
      lines.add(new int[] {first, last});
    }
    sentence.setLength(0);
  }
}
