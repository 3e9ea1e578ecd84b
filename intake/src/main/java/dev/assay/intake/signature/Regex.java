package dev.assay.intake.signature;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import org.jspecify.annotations.Nullable;

/// A pattern that is compiled when first needed. Most skills need few patterns, and compiling all
/// of them would dominate the time of a short check.
public final class Regex {
  /// The divisor for the size of the compiled pattern, which determines the highest cost of a
  /// character.
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

  /// Returns whether the pattern matches anywhere in a line.
  public boolean finds(String line) {
    return mayFind(line) && mayFindInPart(line) && matcher(line).find();
  }

  /// Returns whether a part of a very long line matches; shorter lines always pass. The parts
  /// overlap by the maximum length of a match. Generated text has most of the required words
  /// somewhere, so that checking the whole line would not help.
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
        return true; // a cut word may match by mistake; the whole line is tried next
      }
    }
    return false;
  }

  /// Returns whether a text has the words that a match requires. Use it before trying the pattern
  /// on a whole text, which takes long.
  public boolean mayFind(String text) {
    Work.spend(4L * text.length());
    return required().mayMatch(text);
  }

  public boolean matches(String line) {
    return matcher(line).matches();
  }

  /// Returns the pattern as written.
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

  /// Compiles the pattern. Two threads may do so at once; both get an equivalent pattern.
  private Pattern pattern() {
    Pattern known = compiled;
    if (known == null) {
      known = Pattern.compile(text);
      compiled = known;
    }
    return known;
  }
}
