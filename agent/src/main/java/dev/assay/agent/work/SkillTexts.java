package dev.assay.agent.work;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Removes the text of skills from other text and states its size, so that a skill cannot address a
/// judge.
///
/// It removes whole lines of any file of a skill; runs of five words of its documents, however they
/// are wrapped; its words with digits in them or all in capitals, even alone; and Base64 of its
/// documents. Text of the task itself stays, because the judge knows it already.
public final class SkillTexts {
  private static final int RUN = 5;
  private static final int SHORTEST_LINE = 8;
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");
  private static final Pattern STRANGE =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}_-])(?=[\\p{L}\\p{N}_-]{8,})(?:(?=[\\p{L}_-]*\\p{N})(?=[\\p{N}_-]*\\p{L})"
              + "[\\p{L}\\p{N}_-]+|[\\p{Lu}][\\p{Lu}_-]{7,})(?![\\p{L}\\p{N}_-])");
  private static final Pattern TOKEN = Pattern.compile("[\\p{L}\\p{N}_-]{8,}");
  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]{24,}={0,2}");
  private static final Pattern PREFIX =
      Pattern.compile("^(?:[^\\s:]*:\\d+:|\\s*\\d+[\\t:|]|[>+\\-*|#\\s]+){1,20}");

  /// The number of characters that are searched for encoded text. Beyond it, every candidate counts
  /// as text of a skill without a search.
  private static final long MOST_SEARCHED = 1L << 31;

  private final Set<String> lines = new HashSet<>();
  private final long[] runs;
  private final Set<Long> knownRuns = new HashSet<>();
  private final Set<String> strange = new HashSet<>();
  private final StringBuilder whole = new StringBuilder();
  private long searched;

  /// @param documents the prose of skills: Markdown and other text
  /// @param programs their other files
  /// @param known the text that the judge sees anyway
  public SkillTexts(
      Collection<String> documents, Collection<String> programs, Collection<String> known) {
    documents.forEach(this::addDocument);
    programs.forEach(this::addLines);
    runs =
        documents.stream()
            .flatMapToLong(text -> runsOf(WordList.of(text)))
            .sorted()
            .distinct()
            .toArray();
    for (String text : known) {
      runsOf(WordList.of(text)).forEach(knownRuns::add);
      text.lines().map(SkillTexts::bare).forEach(lines::remove);
      TOKEN.matcher(text).results().forEach(token -> strange.remove(plain(token.group())));
    }
  }

  private void addDocument(String text) {
    addLines(text);
    Matcher words = STRANGE.matcher(text);
    while (words.find()) {
      strange.add(plain(words.group()));
    }
    whole.append(text).append('\n');
  }

  private void addLines(String text) {
    text.lines()
        .map(SkillTexts::bare)
        .filter(line -> line.length() >= SHORTEST_LINE)
        .forEach(lines::add);
  }

  /// The text without the text of skills.
  public String hide(String text) {
    return hideBase64(hideStrange(hideRuns(hideLines(text))));
  }

  /// The placeholder for text of a skill.
  public static String placeholder(String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    return "[skill text, " + bytes + " bytes]";
  }

  private String hideLines(String text) {
    List<String> shown = new ArrayList<>();
    StringBuilder hidden = new StringBuilder();
    for (String line : text.split("\n", -1)) {
      boolean skills =
          lines.contains(bare(line)) || lines.contains(bare(PREFIX.matcher(line).replaceFirst("")));
      if (skills || (!hidden.isEmpty() && line.isBlank())) {
        hidden.append(line).append('\n');
      } else {
        flush(hidden, shown);
        shown.add(line);
      }
    }
    flush(hidden, shown);
    return String.join("\n", shown);
  }

  private static void flush(StringBuilder hidden, List<String> shown) {
    if (!hidden.isEmpty()) {
      shown.add(placeholder(hidden.toString()));
      hidden.setLength(0);
    }
  }

  private String hideRuns(String text) {
    List<String> words = new ArrayList<>();
    List<int[]> places = new ArrayList<>();
    Matcher matcher = WORD.matcher(text);
    while (matcher.find()) {
      words.add(matcher.group().toLowerCase(Locale.ROOT));
      places.add(new int[] {matcher.start(), matcher.end()});
    }
    boolean[] hidden = new boolean[words.size()];
    for (int i = 0; i + RUN <= words.size(); i++) {
      if (isRun(words, i)) {
        Arrays.fill(hidden, i, i + RUN, true);
      }
    }
    StringBuilder shown = new StringBuilder();
    int at = 0;
    for (int i = 0; i < hidden.length; i++) {
      if (hidden[i]) {
        int first = i;
        while (i + 1 < hidden.length && hidden[i + 1]) {
          i++;
        }
        shown.append(text, at, places.get(first)[0]);
        shown.append(placeholder(text.substring(places.get(first)[0], places.get(i)[1])));
        at = places.get(i)[1];
      }
    }
    return shown.append(text.substring(at)).toString();
  }

  private String hideStrange(String text) {
    return TOKEN
        .matcher(text)
        .replaceAll(
            token ->
                Matcher.quoteReplacement(
                    strange.contains(plain(token.group()))
                        ? placeholder(token.group())
                        : token.group()));
  }

  private static String plain(String token) {
    return token.toLowerCase(Locale.ROOT).replaceAll("^[_-]+|[_-]+$", "");
  }

  private String hideBase64(String text) {
    return BASE64
        .matcher(text)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    isOurs(match.group()) ? placeholder(match.group()) : match.group()));
  }

  private boolean isOurs(String encoded) {
    String trimmed = encoded.replace("=", "");
    byte[] bytes = Base64.getDecoder().decode(trimmed.substring(0, trimmed.length() / 4 * 4));
    String decoded = new String(bytes, StandardCharsets.UTF_8);
    int middle = Math.max(0, decoded.length() / 2 - 8);
    String sample = decoded.substring(middle, Math.min(decoded.length(), middle + 16));
    if (sample.length() < 12) {
      return false;
    }
    searched += whole.length();
    return searched > MOST_SEARCHED || whole.indexOf(sample) >= 0;
  }

  private static String bare(String line) {
    return line.strip().replaceAll("\\s+", " ");
  }

  private boolean isRun(List<String> words, int start) {
    long run = run(words, start);
    return Arrays.binarySearch(runs, run) >= 0 && !knownRuns.contains(run);
  }

  private static LongStream runsOf(List<String> words) {
    return IntStream.rangeClosed(0, words.size() - RUN).mapToLong(start -> run(words, start));
  }

  /// A hash for a run of words. Documents may be long, and hashes take less memory.
  private static long run(List<String> words, int start) {
    long run = 7;
    for (int i = start; i < start + RUN; i++) {
      String word = words.get(i);
      for (int at = 0; at < word.length(); at++) {
        run = run * 1_099_511_628_211L + word.charAt(at);
      }
      run = run * 31 + ' ';
    }
    return run;
  }
}
