package dev.assay.intake.signature;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The words that every match of a pattern contains, derived from the pattern. Searching for them
/// is much faster than trying the pattern, and most lines have none of them.
final class RequiredWords {
  private static final int SHORTEST = 2;

  /// The letters outside ASCII that equal ASCII letters when case is ignored.
  private static final String FOLDED = "\u017f\u212a";

  private final List<List<Set<String>>> branches;
  private final WordTable words = new WordTable();

  /// The labels of the clauses of each branch.
  private final long[] needed;

  static RequiredWords of(String regex) {
    Reader reader = new Reader(regex.replaceFirst("^\\(\\?[im]+\\)", ""));
    List<List<Set<String>>> branches = reader.branches();
    return new RequiredWords(reader.lost ? List.of(List.of()) : branches);
  }

  private RequiredWords(List<List<Set<String>>> branches) {
    this.branches = branches;
    Map<Set<String>, Long> labels = new HashMap<>();
    this.needed = branches.stream().mapToLong(each -> labels(each, labels)).distinct().toArray();
  }

  /// Assigns labels to the clauses of a branch and returns them. Branches of a single clause share
  /// the first label, because each of them is enough. When all labels are used, further clauses are
  /// not required.
  private long labels(List<Set<String>> clauses, Map<Set<String>, Long> labels) {
    if (clauses.size() == 1) {
      return label(clauses.getFirst(), 1);
    }
    long needed = 0;
    for (Set<String> clause : clauses) {
      if (labels.containsKey(clause) || labels.size() < Long.SIZE - 1) {
        needed |= labels.computeIfAbsent(clause, any -> label(clause, 1L << (labels.size() + 1)));
      }
    }
    return needed == 0 && !clauses.isEmpty() ? label(best(clauses).orElseThrow(), 1) : needed;
  }

  private long label(Set<String> clause, long bit) {
    clause.forEach(word -> words.add(word, bit));
    return bit;
  }

  /// Returns the branches. A match contains all clauses of one branch, and of each clause at least
  /// one word.
  List<List<Set<String>>> branches() {
    return branches;
  }

  boolean mayMatch(String line) {
    return isEnough(0)
        || isEnough(words.labels(line, this::isEnough))
        || line.indexOf(FOLDED.charAt(0)) >= 0
        || line.indexOf(FOLDED.charAt(1)) >= 0;
  }

  private boolean isEnough(long seen) {
    for (long branch : needed) {
      if ((branch & ~seen) == 0) {
        return true;
      }
    }
    return false;
  }

  /// Reads the syntax that Assay's patterns use. A pattern with any other syntax requires no words.
  private static final class Reader {
    private final String regex;
    private int at;
    private boolean lost;

    Reader(String regex) {
      this.regex = regex;
    }

    /// Reads branches up to a closing parenthesis or the end.
    List<List<Set<String>>> branches() {
      List<List<Set<String>>> branches = new ArrayList<>();
      branches.add(sequence());
      while (at < regex.length() && regex.charAt(at) == '|') {
        at++;
        branches.add(sequence());
      }
      return branches;
    }

    /// Reads the branches of a group and returns a clause that holds for all of them: the words of
    /// the best clause of each.
    private List<Set<String>> choice() {
      List<List<Set<String>>> branches = branches();
      if (branches.size() == 1) {
        return branches.getFirst();
      }
      Set<String> any = new TreeSet<>();
      for (List<Set<String>> branch : branches) {
        Optional<Set<String>> best = best(branch);
        if (best.isEmpty()) {
          return List.of();
        }
        any.addAll(best.get());
      }
      return List.of(any);
    }

    private List<Set<String>> sequence() {
      List<Set<String>> clauses = new ArrayList<>();
      StringBuilder word = new StringBuilder();
      while (at < regex.length() && regex.charAt(at) != '|' && regex.charAt(at) != ')') {
        char c = regex.charAt(at++);
        switch (c) {
          case '(' -> {
            end(word, clauses);
            clauses.addAll(group());
          }
          case '[' -> {
            end(word, clauses);
            skipClass();
            isOptional();
          }
          case '\\' -> escape(word, clauses);
          case '.', '^', '$' -> {
            end(word, clauses);
            isOptional();
          }
          default -> literal(c, word, clauses);
        }
      }
      end(word, clauses);
      return clauses;
    }

    private List<Set<String>> group() {
      if (regex.startsWith("?:", at)) {
        at += 2;
      } else if (regex.startsWith("?i:", at)) {
        at += 3; // words match in either case
      } else if (regex.startsWith("?", at)) {
        return unknown(); // flags and other groups
      }
      List<Set<String>> inside = choice();
      at++; // the closing parenthesis
      return isOptional() ? List.of() : inside;
    }

    private void escape(StringBuilder word, List<Set<String>> clauses) {
      char c = regex.charAt(at++);
      if (c == 'b') {
        return; // has no width
      }
      if (c == 's' && regex.startsWith("+", at) && !regex.startsWith("+?", at)) {
        at++;
        if (endsBlank(word)) {
          end(word, clauses);
        }
        word.append(WordTable.BLANKS);
        return;
      }
      if (Character.isLetterOrDigit(c)) {
        end(word, clauses);
        if ("pPxQ0".indexOf(c) >= 0) {
          unknown();
        }
        isOptional();
        return;
      }
      literal(c, word, clauses);
    }

    private void literal(char c, StringBuilder word, List<Set<String>> clauses) {
      int before = at;
      boolean optional = isOptional();
      if (c >= 128 || optional) {
        end(word, clauses);
        return;
      }
      if (WordTable.isBlank(c) && endsBlank(word)) {
        end(word, clauses);
      }
      word.append(c);
      if (at != before) {
        end(word, clauses); // repeated, so the next character need not follow this one
      }
    }

    private void skipClass() {
      if (regex.startsWith("^", at)) {
        at++;
      }
      if (regex.startsWith("[:", at)) {
        unknown();
      }
      int from = at;
      while (at < regex.length() && (regex.charAt(at) != ']' || at == from)) {
        at += regex.charAt(at) == '\\' ? 2 : 1;
      }
      at++;
    }

    private List<Set<String>> unknown() {
      lost = true;
      at = regex.length();
      return List.of();
    }

    /// Reads a quantifier. Returns whether the item before it may be absent.
    private boolean isOptional() {
      boolean optional = false;
      while (at < regex.length() && "?*+{".indexOf(regex.charAt(at)) >= 0) {
        char c = regex.charAt(at);
        if (c == '{') {
          optional |= regex.startsWith("{0", at);
          at = regex.indexOf('}', at);
        } else {
          optional |= c != '+';
        }
        at++;
      }
      return optional;
    }

    private static boolean endsBlank(StringBuilder word) {
      return !word.isEmpty() && word.charAt(word.length() - 1) == WordTable.BLANKS;
    }

    private static void end(StringBuilder word, List<Set<String>> clauses) {
      if (word.chars().filter(c -> c != WordTable.BLANKS).count() >= SHORTEST) {
        clauses.add(Set.of(word.toString()));
      }
      word.setLength(0);
    }
  }

  private static Optional<Set<String>> best(List<Set<String>> clauses) {
    return clauses.stream().max(Comparator.comparingInt(RequiredWords::worth));
  }

  /// Returns the length of the shortest word of a clause. Longer words are rarer.
  private static int worth(Set<String> clause) {
    return clause.stream().mapToInt(String::length).min().orElse(0);
  }
}
