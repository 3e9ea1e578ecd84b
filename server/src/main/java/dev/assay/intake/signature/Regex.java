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

  private final String text;
  private volatile @Nullable Pattern compiled;
  private volatile @Nullable RequiredWords required;

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
    return mayFind(line) && matcher(line).find();
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
