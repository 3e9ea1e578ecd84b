package dev.assay.intake.scan;

import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.List;

/// Finds characters that cannot be seen.
final class Invisible {
  private static final int BLACK_FLAG = 0x1f3f4;
  private static final int MIN_TAGS = 3;

  /// The first half of each character of the tag block.
  private static final char TAGS = '\udb40';

  private static final int FEW = 8;

  private Invisible() {}

  /// A text written in the invisible letters of the Unicode tag block.
  record Tagged(int line, String text) {}

  /// Returns whether the character is invisible. Joiners are needed in emoji and in some scripts,
  /// so they count only between Latin letters.
  static boolean isHidden(String text, int index) {
    int point = text.codePointAt(index);
    return switch (point) {
      case 0x200b, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x180e, 0x00ad -> true;
      case 0xfeff -> index > 0;
      case 0x200c, 0x200d -> betweenLatin(text, index);
      default -> point >= 0xe0000 && point <= 0xe007f && !inFlag(text, index);
    };
  }

  /// Returns whether the invisible characters are too few to carry text and split no word. An
  /// editor may have left them, or code may list them.
  static boolean isStray(String text) {
    int count = 0;
    int point;
    for (int i = 0; i < text.length(); i += Character.charCount(point)) {
      point = text.codePointAt(i);
      if (point >= 0xad && isHidden(text, i)) {
        count++;
        if (count > FEW || point > 0xffff || betweenLatin(text, i)) {
          return false;
        }
      }
    }
    return true;
  }

  static boolean isDirection(int point) {
    return (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
  }

  static String strip(String text) {
    if (!hasHidden(text)) {
      return text;
    }
    StringBuilder kept = new StringBuilder(text.length());
    int point;
    for (int i = 0; i < text.length(); i += Character.charCount(point)) {
      point = text.codePointAt(i);
      if (point < 0xad || !isHidden(text, i)) {
        kept.appendCodePoint(point);
      }
    }
    return kept.length() == text.length() ? text : kept.toString();
  }

  private static boolean hasHidden(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0xad && isHidden(text, i)) {
        return true;
      }
    }
    return false;
  }

  static List<Tagged> tagged(SourceText source) {
    String text = source.text();
    if (text.indexOf(TAGS) < 0) {
      return List.of();
    }
    List<Tagged> found = new ArrayList<>();
    StringBuilder run = new StringBuilder();
    int point;
    for (int i = 0; i < text.length(); i += Character.charCount(point)) {
      point = text.codePointAt(i);
      if (point > 0xe0000 && point <= 0xe007f && !inFlag(text, i)) {
        run.append((char) (point - 0xe0000));
      } else if (!run.isEmpty()) {
        add(run, source.lineAt(i - 1), found);
      }
    }
    add(run, source.lines(), found);
    return found;
  }

  private static void add(StringBuilder run, int line, List<Tagged> found) {
    if (run.length() >= MIN_TAGS) {
      found.add(new Tagged(line, run.toString()));
    }
    run.setLength(0);
  }

  private static boolean betweenLatin(String text, int index) {
    return index > 0
        && index + 1 < text.length()
        && text.charAt(index - 1) < 0x250
        && Character.isLetter(text.charAt(index - 1))
        && text.charAt(index + 1) < 0x250
        && Character.isLetter(text.charAt(index + 1));
  }

  /// Returns whether a tag letter is part of a flag. The flags of England, Scotland and Wales are a
  /// black flag followed by tag letters.
  private static boolean inFlag(String text, int index) {
    int at = index;
    for (int steps = 0; steps < 8 && at > 0; steps++) {
      int before = text.codePointBefore(at);
      if (before == BLACK_FLAG) {
        return true;
      }
      if (before < 0xe0000 || before > 0xe007f) {
        return false;
      }
      at -= Character.charCount(before);
    }
    return false;
  }
}
