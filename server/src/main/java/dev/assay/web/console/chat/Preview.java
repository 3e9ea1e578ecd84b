package dev.assay.web.console.chat;

import dev.assay.conversation.ConversationFiles;
import dev.assay.skill.FileKind;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The beginning of a file in a form that can be shown: text, a table, an image, or nothing.
public record Preview(FileKind kind, String text, List<List<String>> rows, boolean whole) {
  private static final int MOST_BYTES = 64 << 10;
  private static final int MOST_ROWS = 200;
  private static final int MOST_CELLS = 40;
  private static final int LONGEST_CELL = 200;

  static Preview of(ConversationFiles.Opened opened) throws IOException {
    byte[] start = opened.stream().readNBytes(MOST_BYTES);
    boolean whole = opened.file().size() <= start.length;
    FileKind kind =
        FileKind.of(
            start.length <= FileKind.ENOUGH
                ? start
                : java.util.Arrays.copyOf(start, FileKind.ENOUGH));
    if (kind != FileKind.TEXT) {
      return new Preview(kind, "", List.of(), whole);
    }
    String text = new String(start, StandardCharsets.UTF_8);
    if (!opened.file().name().toLowerCase(Locale.ROOT).endsWith(".csv")) {
      return new Preview(kind, Visible.text(text), List.of(), whole);
    }
    List<List<String>> rows = rows(text);
    return new Preview(kind, "", rows, whole && rows.size() < MOST_ROWS);
  }

  public boolean isTable() {
    return !rows.isEmpty();
  }

  /// Splits lines into cells. Commas separate them, or semicolons if the first line has more of
  /// those. Quotes work as usual.
  static List<List<String>> rows(String text) {
    String first = text.lines().findFirst().orElse("");
    char separator =
        first.chars().filter(c -> c == ';').count() > first.chars().filter(c -> c == ',').count()
            ? ';'
            : ',';
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int at = 0; at < text.length() && rows.size() < MOST_ROWS; at++) {
      char c = text.charAt(at);
      if (quoted) {
        if (c == '"' && at + 1 < text.length() && text.charAt(at + 1) == '"') {
          cell.append('"');
          at++;
        } else if (c == '"') {
          quoted = false;
        } else {
          cell.append(c);
        }
      } else if (c == '"' && cell.isEmpty()) {
        quoted = true;
      } else if (c == separator) {
        end(cell, row);
      } else if (c == '\n') {
        end(cell, row);
        rows.add(List.copyOf(row));
        row.clear();
      } else if (c != '\r') {
        cell.append(c);
      }
    }
    if (rows.size() < MOST_ROWS && (!row.isEmpty() || !cell.isEmpty())) {
      end(cell, row);
      rows.add(List.copyOf(row));
    }
    return rows;
  }

  private static void end(StringBuilder cell, List<String> row) {
    if (row.size() < MOST_CELLS) {
      row.add(Visible.line(cell.toString(), LONGEST_CELL));
    }
    cell.setLength(0);
  }
}
