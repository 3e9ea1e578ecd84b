package dev.assay.intake.signature;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import org.jspecify.annotations.Nullable;

/// A pattern that is compiled when it is first needed: most skills never need most patterns, and
/// compiling them all is what a short check would spend its time on.
public final class Regex {
  /// What a character costs at most grows with the size of the compiled pattern.
  private static final int PER_STEP = 4;

  private static final int LEAST = 12;

  private static final int VERY_LONG = 1 << 16;
  private static final int LEAST_PART = 1 << 12;

  private final String text;
  private volatile @Nullable Pattern compiled;
  private volatile @Nullable RequiredWords required;
  private volatile @Nullable MatchLength longest;

  public Regex(String text) {
    this.text = text;
  }

  public Matcher matcher(String line) {
    Pattern pattern = pattern();
    Work.spend((long) line.length() * (LEAST + pattern.programSize() / PER_STEP));
    return pattern.matcher(line);
  }

  /// Whether it matches anywhere.
  public boolean finds(String line) {
    return mayFind(line) && mayFindInPart(line) && matcher(line).find();
  }

  /// Of a very long line, whether one part has all the words: a match is not longer than the parts
  /// overlap. Text that was made by a program has most words somewhere.
  private boolean mayFindInPart(String line) {
    if (line.length() < VERY_LONG) {
      return true;
    }
    int overlap = longest().in(line) + 2; // with its neighbours
    if (overlap > VERY_LONG) {
      return true;
    }
    int step = Math.max(overlap, LEAST_PART);
    for (int from = 0; from < line.length(); from += step) {
      String part = line.substring(from, Math.min(line.length(), from + step + overlap));
      if (mayFind(part) && matcher(part).find()) {
        return true; // or not, as it may be cut in a word
      }
    }
    return false;
  }

  /// Whether the words are there without which it does not match. For whole texts, which take long
  /// to try it on.
  public boolean mayFind(String text) {
    Work.spend(4L * text.length());
    return required().mayMatch(text);
  }

  public boolean matches(String line) {
    return matcher(line).matches();
  }

  /// As written.
  @Override
  public String toString() {
    return text;
  }

  private RequiredWords required() {
    RequiredWords known = required;
    if (known == null) {
      known = RequiredWords.of(text);
      required = known;
    }
    return known;
  }

  private MatchLength longest() {
    MatchLength known = longest;
    if (known == null) {
      known = MatchLength.of(text);
      longest = known;
    }
    return known;
  }

  /// Two threads may compile it at once; both get the same pattern in effect.
  private Pattern pattern() {
    Pattern known = compiled;
    if (known == null) {
      known = Pattern.compile(text);
      compiled = known;
    }
    return known;
  }
}
