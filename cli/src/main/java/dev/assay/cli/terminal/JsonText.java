package dev.assay.cli.terminal;

import dev.assay.skill.Visible;
import tools.jackson.databind.JsonNode;

/// Writes JSON that is safe on a terminal. It escapes every character that is not plainly visible,
/// and a program reads back the original text.
public final class JsonText {
  private JsonText() {}

  public static String of(JsonNode node) {
    StringBuilder safe = new StringBuilder();
    node.toPrettyString()
        .codePoints()
        .forEach(
            point -> {
              if (Visible.isHidden(point) && point != '\n') {
                for (char unit : Character.toChars(point)) {
                  safe.append(String.format("\\u%04x", (int) unit));
                }
              } else {
                safe.appendCodePoint(point);
              }
            });
    return safe.toString();
  }
}
