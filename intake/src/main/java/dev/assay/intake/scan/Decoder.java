package dev.assay.intake.scan;

import dev.assay.intake.signature.Regex;
import dev.assay.intake.tree.Magic;
import dev.assay.intake.tree.SourceText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Decodes text that is hidden in a file: base64, hexadecimal, invisible and look-alike characters.
final class Decoder {
  private static final int MAX_BLOBS = 50;
  private static final int MAX_BLOB = 64 * 1024;
  private static final int MAX_DEPTH = 2;
  private static final int MIN_BLOB = 32;
  private static final Regex HEX = new Regex("[0-9a-fA-F]+");
  private static final Regex HEX_ESCAPES = new Regex("(?:\\\\x[0-9a-fA-F]{2})+");

  private final List<View> views = new ArrayList<>();
  private final List<Program> programs = new ArrayList<>();

  /// A compiled program that is encoded in a text.
  record Program(int line, Magic magic) {}

  /// @param folded the text with joined pieces, if it has any
  Decoder(SourceText source, Optional<SourceText> folded) {
    SourceText whole = folded.orElse(source);
    blobs(whole, whole.text(), "", 0, 1);
    if (!source.isPlain()) {
      unusual(source);
    }
  }

  private void unusual(SourceText source) {
    String stripped = Invisible.strip(source.text());
    if (stripped.length() != source.text().length()) {
      views.add(View.rewritten(source, stripped, " (after removing invisible characters)"));
    }
    Invisible.tagged(source)
        .forEach(
            tag ->
                views.add(View.hidden(source, tag.text(), " (in invisible letters)", tag.line())));
    String plain = Homoglyphs.plain(stripped);
    if (!plain.equals(stripped)) {
      views.add(View.rewritten(source, plain, " (in look-alike letters)"));
    }
  }

  List<View> views() {
    return views;
  }

  List<Program> programs() {
    return programs;
  }

  /// Tries every long word of a text as hexadecimal, then as base64. Each window of the shortest
  /// length is checked from its end, which skips short words quickly.
  private void blobs(SourceText source, String text, String how, int line, int depth) {
    int count = 0;
    int start = 0;
    while (start + MIN_BLOB <= text.length() && count < MAX_BLOBS) {
      int end = start + MIN_BLOB;
      int last = end - 1;
      while (last >= start && isEncoded(text.charAt(last))) {
        last--;
      }
      if (last >= start) {
        start = last + 1;
        continue;
      }
      while (end < text.length() && isEncoded(text.charAt(end))) {
        end++;
      }
      int at = depth == 1 ? source.lineAt(start) : line;
      count += blob(source, text.substring(start, end), how, at, depth) ? 1 : 0;
      start = end + 1;
    }
  }

  /// Returns whether the word decodes to a text or a program.
  private boolean blob(SourceText source, String word, String how, int line, int depth) {
    boolean hex = isHex(word);
    byte[] bytes = hex ? hex(word) : base64(word);
    Optional<Magic> program = Magic.of(bytes).filter(magic -> magic.kind() == Magic.Kind.PROGRAM);
    program.ifPresent(magic -> programs.add(new Program(line, magic)));
    Optional<String> decoded = readable(bytes);
    String shown = how + (hex ? " (inside hexadecimal)" : " (inside base64)");
    decoded.ifPresent(
        text -> {
          views.add(View.hidden(source, text, shown, line));
          if (depth < MAX_DEPTH) {
            blobs(source, text, shown, line, depth + 1);
          }
        });
    return program.isPresent() || decoded.isPresent();
  }

  /// Returns whether a character can be part of an encoded word. A backslash can, as in `\x41`.
  private static boolean isEncoded(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '+'
        || c == '/'
        || c == '-'
        || c == '_'
        || c == '\\';
  }

  private static boolean isHex(String word) {
    if (word.startsWith("\\x")) {
      return word.length() % 4 == 0 && HEX_ESCAPES.matches(word);
    }
    return word.length() % 2 == 0 && HEX.matches(word);
  }

  private static byte[] base64(String text) {
    if (text.indexOf('\\') >= 0) {
      return new byte[0];
    }
    String standard = text.replace('-', '+').replace('_', '/').replace("=", "");
    int length = Math.min(standard.length(), MAX_BLOB);
    length -= length % 4 == 1 ? 1 : 0;
    try {
      return Base64.getDecoder().decode(standard.substring(0, length));
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private static byte[] hex(String text) {
    String digits = text.replace("\\x", "");
    return HexFormat.of().parseHex(digits, 0, Math.min(digits.length(), MAX_BLOB) & ~1);
  }

  /// Returns the bytes as text if nearly all are printable ASCII characters, or if they are such a
  /// text in UTF-16.
  private static Optional<String> readable(byte[] bytes) {
    if (bytes.length < 12) {
      return Optional.empty();
    }
    int odd = 0;
    for (byte b : bytes) {
      boolean printable = (b >= ' ' && b < 127) || b == '\n' || b == '\r' || b == '\t';
      odd += printable ? 0 : 1;
      if (odd > bytes.length / 20 + 1) {
        return utf16(bytes);
      }
    }
    return Optional.of(new String(bytes, StandardCharsets.UTF_8));
  }

  /// Returns ASCII text that is encoded in UTF-16, as PowerShell encodes commands.
  private static Optional<String> utf16(byte[] bytes) {
    for (int i = 1; i < bytes.length; i += 2) {
      if (bytes[i] != 0) {
        return Optional.empty();
      }
    }
    return Optional.of(new String(bytes, StandardCharsets.UTF_16LE));
  }
}
