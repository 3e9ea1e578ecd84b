package dev.assay.agent.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A text as a list of words: letters and digits, in lower case.
public final class WordList {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

  private WordList() {}

  public static List<String> of(String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(text.toLowerCase(Locale.ROOT));
    while (matcher.find()) {
      words.add(matcher.group());
    }
    return words;
  }
}
