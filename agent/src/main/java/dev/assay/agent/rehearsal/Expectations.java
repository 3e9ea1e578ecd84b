package dev.assay.agent.rehearsal;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Understands statements about a result. Their forms are in docs/reference/rehearsal.md. A
/// statement of another form is not understood, and its meaning is never guessed.
final class Expectations {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern QUOTED =
      Pattern.compile(
          "\"([^\"]+)\"|“([^”]+)”|`([^`]+)`|(?<![\\p{L}\\p{N}])'([^']+)'(?![\\p{L}\\p{N}])");
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}_./#:-])-?\\d[\\d,]*(?:\\.\\d+)?(?![\\p{L}\\p{N}_/:-]|\\.\\d)");
  private static final Pattern FILE =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}_])[\\p{L}\\p{N}_/-][\\p{L}\\p{N}_./-]*\\.[A-Za-z][A-Za-z0-9]{0,5}(?![\\p{L}\\p{N}_])");
  private static final Pattern EXIT =
      Pattern.compile("exit(?:s| code| status)(?: is| of| with| code| status|:|=)* (\\d{1,3})");
  private static final Pattern LINES = Pattern.compile("(\\d+) lines?\\b");
  private static final Pattern ABOUT_FILE =
      Pattern.compile(
          "\\b(file|creates?|created|writes?|written|saves?|saved|exists?|produces?|produced)\\b");
  private static final Pattern NEGATIVE =
      Pattern.compile("\\b(not|no|never|without|nor)\\b|n't\\b");
  private static final Pattern EQUAL = Pattern.compile("\\b(equals?|is exactly|exactly)\\b");

  private static final int LONGEST_STATEMENT = 1_000;
  private static final int LONGEST_RESULT = 10_000;

  private Expectations() {}

  /// The checks of a statement about that task. A repetition of the task's own text proves nothing,
  /// and neither does the absence of something.
  static List<Check> of(String statement, String task) {
    boolean said =
        !quoted(statement).isEmpty()
            ? quoted(statement).stream().allMatch(task::contains)
            : !numbersIn(statement).isEmpty()
                && numbersIn(statement).stream().allMatch(number -> hasNumber(task, number));
    boolean aboutFile = file(statement, statement.toLowerCase(Locale.ROOT)).isPresent();
    return of(statement).stream().map(each -> said && !aboutFile ? each.minor() : each).toList();
  }

  static boolean aboutExit(String statement) {
    return EXIT.matcher(statement.toLowerCase(Locale.ROOT)).find();
  }

  /// The checks of a statement; empty if it is not understood.
  static List<Check> of(String statement) {
    if (statement.length() > LONGEST_STATEMENT) {
      return List.of();
    }
    String lower = statement.toLowerCase(Locale.ROOT);
    Matcher exit = EXIT.matcher(lower);
    if (exit.find()) {
      int code = Integer.parseInt(exit.group(1));
      return List.of(
          new Check(
              statement,
              false,
              evidence -> evidence.last().map(run -> run.exitCode() == code).orElse(false)));
    }
    List<String> quoted = quoted(statement);
    boolean negative = NEGATIVE.matcher(QUOTED.matcher(lower).replaceAll(" ")).find();
    Optional<String> file = file(statement, lower);
    if (file.isPresent()) {
      List<Check> checks = aboutFile(statement, file.get(), quoted, negative);
      boolean full = lower.contains("not empty");
      return negative && !full ? checks.stream().map(Check::minor).toList() : checks;
    }
    if (!quoted.isEmpty() && !negative && EQUAL.matcher(lower).find()) {
      return List.of(
          substantial(
              statement,
              evidence ->
                  evidence.runs().stream().anyMatch(run -> same(run.stdout(), quoted.getFirst()))));
    }
    if (!quoted.isEmpty()) {
      return quoted.stream().map(text -> contains(statement, text, negative)).toList();
    }
    return negative ? List.of() : numbers(statement, statement);
  }

  private static List<Check> aboutFile(
      String statement, String name, List<String> quoted, boolean negative) {
    String lower = statement.toLowerCase(Locale.ROOT);
    List<String> texts = quoted.stream().filter(text -> !text.equals(name)).toList();
    if (!texts.isEmpty()) {
      boolean equal = EQUAL.matcher(lower).find();
      return texts.stream()
          .map(
              text ->
                  substantial(
                      statement,
                      evidence ->
                          evidence
                              .file(name)
                              .map(
                                  content ->
                                      equal ? same(content, text) : has(content, text) != negative)
                              .orElse(false)))
          .toList();
    }
    Matcher lines = LINES.matcher(lower);
    if (lines.find()) {
      long wanted = Long.parseLong(lines.group(1));
      return List.of(
          inFile(statement, name, content -> content.stripTrailing().lines().count() == wanted));
    }
    if (lower.contains("valid json")) {
      return List.of(inFile(statement, name, Expectations::isJson));
    }
    if (lower.contains("not empty")) {
      return List.of(inFile(statement, name, content -> !content.isBlank()));
    }
    List<BigDecimal> numbers = numbersIn(statement.replace(name, " "));
    if (!numbers.isEmpty() && !negative) {
      return numbers.stream()
          .map(number -> inFile(statement, name, content -> hasNumber(content, number)))
          .toList();
    }
    return List.of(substantial(statement, evidence -> evidence.file(name).isPresent() != negative));
  }

  /// The facts of an expected result: quoted text, code blocks and numbers. A short text is a fact
  /// as a whole. Text of the task itself is no fact.
  static List<Check> ofResult(String expected, String task) {
    List<Check> checks = new ArrayList<>();
    if (expected.length() > LONGEST_RESULT) {
      return checks;
    }
    Matcher block = Pattern.compile("(?s)```[^\\n]*\\n(.*?)```").matcher(expected);
    while (block.find()) {
      block
          .group(1)
          .lines()
          .filter(line -> !line.isBlank())
          .forEach(line -> checks.add(fact(line.strip())));
    }
    String rest = block.reset().replaceAll(" ");
    quoted(rest).stream().filter(text -> !has(task, text)).forEach(text -> checks.add(fact(text)));
    for (Check number : numbers(rest, "the result has ")) {
      if (!hasNumber(task, new BigDecimal(number.words().substring("the result has ".length())))) {
        checks.add(number);
      }
    }
    String whole = expected.strip();
    if (checks.isEmpty()
        && !whole.isEmpty()
        && whole.split("\\s+", -1).length <= 5
        && !whole.matches("(?s).*[\\p{L}][.!?]")
        && !has(task, whole)) {
      checks.add(fact(whole));
    }
    return checks;
  }

  private static Check fact(String text) {
    return contains("the result has \"" + text + "\"", text, false);
  }

  private static Check contains(String words, String text, boolean negative) {
    return new Check(
        words,
        !negative && says(text),
        evidence ->
            negative
                ? !evidence.runs().isEmpty() && !has(evidence.everything(), text)
                : has(evidence.everything(), text));
  }

  private static List<Check> numbers(String text, String words) {
    return numbersIn(text).stream()
        .map(
            number ->
                substantial(
                    words.equals(text) ? words : words + number.toPlainString(),
                    evidence -> hasNumber(evidence.everything(), number)))
        .toList();
  }

  /// Says whether a text is more than a letter or a sign, which almost any text contains.
  private static boolean says(String text) {
    String bare = bare(text);
    return bare.length() > 1 || bare.chars().anyMatch(Character::isDigit);
  }

  private static Check inFile(String words, String name, Predicate<String> rule) {
    return substantial(words, evidence -> evidence.file(name).map(rule::test).orElse(false));
  }

  private static Check substantial(String words, Predicate<ProducedText> rule) {
    return new Check(words, true, rule);
  }

  private static Optional<String> file(String statement, String lower) {
    if (!ABOUT_FILE.matcher(lower).find()) {
      return Optional.empty();
    }
    Matcher name = FILE.matcher(statement);
    return name.find() ? Optional.of(name.group()) : Optional.empty();
  }

  static List<String> quoted(String text) {
    List<String> quoted = new ArrayList<>();
    Matcher matcher = QUOTED.matcher(text);
    while (matcher.find()) {
      for (int i = 1; i <= matcher.groupCount(); i++) {
        if (matcher.group(i) != null) {
          quoted.add(matcher.group(i));
        }
      }
    }
    return quoted;
  }

  static List<BigDecimal> numbersIn(String text) {
    List<BigDecimal> numbers = new ArrayList<>();
    Matcher matcher = NUMBER.matcher(text);
    while (matcher.find() && numbers.size() < 10_000) {
      String digits = matcher.group().replace(",", "");
      if (digits.length() <= 30) {
        numbers.add(new BigDecimal(digits));
      }
    }
    return numbers;
  }

  /// Says whether a text has the number, at the precision of the number.
  private static boolean hasNumber(String text, BigDecimal wanted) {
    return numbersIn(text).stream()
        .anyMatch(
            number ->
                number.compareTo(wanted) == 0
                    || (wanted.scale() > 0
                        && number.scale() > wanted.scale()
                        && number.setScale(wanted.scale(), RoundingMode.HALF_UP).compareTo(wanted)
                            == 0));
  }

  private static boolean has(String text, String wanted) {
    return bare(text).contains(bare(wanted));
  }

  private static boolean same(String text, String wanted) {
    return text.strip().equals(wanted.strip().replace("\\n", "\n"));
  }

  /// Lowers the case and joins blanks.
  private static String bare(String text) {
    return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
  }

  private static boolean isJson(String content) {
    try {
      return !JSON.readTree(content).isMissingNode();
    } catch (JacksonException e) {
      return false;
    }
  }
}
