package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Finds passages in which things come together that are ordinary one by one: something is done
/// that cannot be undone, nobody is asked, it is left out of the answer, and whoever asks is told
/// something else. The words of an attack are new each time, what it needs is not.
final class PassageScan {
  private static final Set<String> TEXTS =
      Set.of(".md", ".mdx", ".markdown", ".txt", ".html", ".htm", ".rst", ".adoc");
  private static final Set<Sign> BEHIND = EnumSet.of(Sign.UNASKED, Sign.HIDDEN, Sign.UNTRUE);

  /// A passage ends at a heading, or at the next blank line after so many characters.
  private static final int LONG = 1_200;

  private static final int LONGEST = 4_000;

  private final SourceText source;
  private final Quotation quotation;
  private final FindingList findings;
  private final Set<Sign> seen = EnumSet.noneOf(Sign.class);
  private final List<Sentence> sentences = new ArrayList<>();
  private int line;

  /// @param possible the labels of the signs that it may hold
  private record Sentence(String text, int line, long possible) {}

  private PassageScan(SourceText source, Quotation quotation, FindingList findings) {
    this.source = source;
    this.quotation = quotation;
    this.findings = findings;
  }

  static void look(SourceText source, Quotation quotation, FindingList findings) {
    if (TEXTS.contains(source.extension())) {
      new PassageScan(source, quotation, findings).look();
    }
  }

  private void look() {
    StringBuilder passage = new StringBuilder();
    int first = 1;
    boolean fenced = false;
    for (int each = 1; each <= source.lines(); each++) {
      String text = source.line(each).strip();
      fenced ^= text.startsWith("```");
      boolean ends =
          (!fenced && text.startsWith("#"))
              || passage.length() + text.length() > LONGEST
              || (text.isEmpty() && passage.length() > LONG);
      if (ends) {
        if (passage(passage, first)) {
          return;
        }
        passage.setLength(0);
        first = each;
      }
      boolean shown = !(fenced && text.startsWith("#")) && !text.startsWith("|");
      passage.append(shown ? plain(text) : "").append('\n');
    }
    passage(passage, first);
  }

  private static String plain(String text) {
    String start = text.startsWith("[//]: # (") ? text.substring(9) : text;
    return start.length() > LONGEST ? start.substring(0, LONGEST) : start;
  }

  private boolean passage(StringBuilder passage, int first) {
    sentences.clear();
    seen.clear();
    line = 0;
    int at = first;
    StringBuilder sentence = new StringBuilder();
    for (String each : passage.toString().split("\n", -1)) {
      if (each.isEmpty() || isItem(each)) {
        add(sentence, at - 1);
      }
      int from = 0;
      for (int i = 0; i + 1 < each.length(); i++) {
        if (isStop(each, i)) {
          sentence.append(each, from, i + 1);
          add(sentence, at);
          from = i + 1;
        }
      }
      sentence.append(each, from, each.length()).append(' ');
      at++;
    }
    add(sentence, at - 1);
    return means() && report();
  }

  private void add(StringBuilder sentence, int at) {
    if (!sentence.isEmpty()) {
      String text = sentence.toString();
      Work.spend(4L * text.length());
      long possible = Sign.possibleIn(text);
      if (possible != 0) {
        sentences.add(new Sentence(text, at, possible));
      }
      sentence.setLength(0);
    }
  }

  /// Looks for the rarest signs first; without them the others mean nothing.
  private boolean means() {
    for (Sign sign : BEHIND) {
      search(sign);
    }
    boolean behind = !seen.isEmpty();
    if (behind || isPossible(Sign.FETCHED)) {
      search(Sign.UNPROTECTED);
    }
    if (seen.contains(Sign.UNPROTECTED)) {
      search(Sign.FETCHED);
    }
    if (behind) {
      search(Sign.COSTLY);
    }
    return isFetched(seen) || isBehind(seen);
  }

  private boolean isPossible(Sign sign) {
    return sentences.stream().anyMatch(each -> (each.possible() & sign.label()) != 0);
  }

  private void search(Sign sign) {
    for (Sentence each : sentences) {
      if ((each.possible() & sign.label()) != 0 && sign.isIn(each.text())) {
        seen.add(sign);
        line = line == 0 ? each.line() : line;
        return;
      }
    }
  }

  private static boolean isItem(String line) {
    char start = line.charAt(0);
    return start == '-' || start == '*' || start == '|' || Character.isDigit(start);
  }

  private static boolean isStop(String line, int at) {
    char c = line.charAt(at);
    return c == '。'
        || ((c == '.' || c == '!' || c == '?' || c == ';') && line.charAt(at + 1) == ' ');
  }

  private boolean report() {
    if (quotation.is(ScanRule.AGAINST_USER, source, line)) {
      return false;
    }
    StringBuilder words = new StringBuilder();
    seen.forEach(sign -> words.append(words.isEmpty() ? "" : "; ").append(sign.words()));
    ScanRule rule = isBehind(seen) ? ScanRule.AGAINST_USER : ScanRule.FAKE_PREREQUISITE;
    findings.add(
        rule.at(
            source.path(),
            line,
            "Things come together that are ordinary one by one: " + words + ".",
            SecretScan.mask(source.excerpt(line))));
    return true;
  }

  private static boolean isFetched(Set<Sign> signs) {
    return signs.contains(Sign.FETCHED) && signs.contains(Sign.UNPROTECTED);
  }

  /// A program from elsewhere alone is no harm.
  private static boolean isBehind(Set<Sign> signs) {
    int count = signs.size() - (signs.contains(Sign.FETCHED) ? 1 : 0);
    return count > 1 && signs.stream().anyMatch(BEHIND::contains);
  }
}
