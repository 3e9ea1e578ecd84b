package dev.assay.cli.check;

import dev.assay.skill.Visible;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes maps, lists, texts, numbers and booleans as JSON. It escapes every character that is not
/// plainly visible, so that the output is safe on a terminal.
final class CheckJson {
  private final StringBuilder out = new StringBuilder();

  private CheckJson() {}

  static String write(Object value, int indent) {
    CheckJson json = new CheckJson();
    json.value(value, indent);
    return json.out.toString();
  }

  private void value(@Nullable Object value, int indent) {
    switch (value) {
      case null -> out.append("null");
      case Map<?, ?> map -> map(map, indent);
      case Collection<?> list -> list(list, indent);
      case Number number -> out.append(number);
      case Boolean truth -> out.append(truth);
      default -> text(value.toString());
    }
  }

  private void map(Map<?, ?> map, int indent) {
    if (map.isEmpty()) {
      out.append("{}");
      return;
    }
    out.append('{');
    Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<?, ?> entry = entries.next();
      line(indent + 1);
      text(String.valueOf(entry.getKey()));
      out.append(": ");
      value(entry.getValue(), indent + 1);
      out.append(entries.hasNext() ? "," : "");
    }
    line(indent);
    out.append('}');
  }

  private void list(Collection<?> list, int indent) {
    if (list.isEmpty()) {
      out.append("[]");
      return;
    }
    out.append('[');
    Iterator<?> items = list.iterator();
    while (items.hasNext()) {
      line(indent + 1);
      value(items.next(), indent + 1);
      out.append(items.hasNext() ? "," : "");
    }
    line(indent);
    out.append(']');
  }

  private void line(int indent) {
    out.append('\n').repeat("  ", indent);
  }

  private void text(String text) {
    out.append('"');
    text.codePoints()
        .forEach(
            point -> {
              if (point == '"' || point == '\\') {
                out.append('\\').append((char) point);
              } else if (point == '\n') {
                out.append("\\n");
              } else if (point == '\t') {
                out.append("\\t");
              } else if (Visible.isHidden(point)) {
                escape(point);
              } else {
                out.appendCodePoint(point);
              }
            });
    out.append('"');
  }

  private void escape(int point) {
    for (char unit : Character.toChars(point)) {
      out.append(String.format("\\u%04x", (int) unit));
    }
  }
}
