package dev.assay.intake.tree;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// The text of a file, with its lines. The path of a file inside an archive is `a.zip!/b.txt`.
public final class SourceText {
  private static final int EXCERPT = 1_000;

  private final String path;
  private final String text;
  private final int[] starts;
  private final boolean plain;
  private final boolean whole;
  private final Map<Class<?>, Object> readings = new ConcurrentHashMap<>(2);

  public SourceText(String path, String text) {
    this(path, text, true);
  }

  private SourceText(String path, String text, boolean whole) {
    this.path = path;
    this.text = text;
    this.whole = whole;
    this.starts = starts(text);
    this.plain = isPlain(text);
  }

  /// Returns the beginning of a file. It can be searched but not parsed.
  public static SourceText partOf(String path, String text) {
    return new SourceText(path, text, false);
  }

  public String path() {
    return path;
  }

  public String text() {
    return text;
  }

  /// Returns whether the text has ASCII characters only.
  public boolean isPlain() {
    return plain;
  }

  /// Returns whether the file was read to its end.
  public boolean isWhole() {
    return whole;
  }

  public int lines() {
    return starts.length;
  }

  /// Returns the line of an offset, counted from 1.
  public int lineAt(int offset) {
    int found = Arrays.binarySearch(starts, offset);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /// Returns a line without its line end, counted from 1; empty outside the text.
  public String line(int number) {
    if (number < 1 || number > starts.length) {
      return "";
    }
    int from = starts[number - 1];
    int to = number == starts.length ? text.length() : starts[number];
    while (to > from && (text.charAt(to - 1) == '\n' || text.charAt(to - 1) == '\r')) {
      to--;
    }
    return text.substring(from, to);
  }

  /// Returns the excerpt of a line for a finding: its first characters after the blanks. The length
  /// is limited, because a line may be as long as the text and have thousands of findings.
  public String excerpt(int number) {
    if (number < 1 || number > starts.length) {
      return "";
    }
    int from = starts[number - 1];
    int end = number == starts.length ? text.length() : starts[number];
    int blanks = Math.min(end, from + EXCERPT);
    while (from < blanks && Character.isWhitespace(text.charAt(from))) {
      from++;
    }
    return text.substring(from, Math.min(end, from + EXCERPT)).stripTrailing();
  }

  /// Returns a reader's result for this text. The result is computed once and cached by its class.
  public <T> T reading(Class<T> kind, Function<SourceText, T> reader) {
    return kind.cast(readings.computeIfAbsent(kind, any -> reader.apply(this)));
  }

  /// Returns the offset at which a line starts.
  public int start(int number) {
    return starts[number - 1];
  }

  public String extension() {
    return new TreeFile(path, 0, false).extension();
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 128) {
        return false;
      }
    }
    return true;
  }

  private static int[] starts(String text) {
    int[] found = new int[16];
    int count = 1;
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      if (count == found.length) {
        found = Arrays.copyOf(found, count * 2);
      }
      found[count++] = at + 1;
    }
    return Arrays.copyOf(found, count);
  }
}
