package dev.assay.cli.validate;

import dev.assay.cli.terminal.Table;
import dev.assay.skill.Visible;
import tools.jackson.databind.JsonNode;

/// A table of the notices about a user's skills.
public final class NoticeTable {
  private static final int LONGEST = 100;

  private NoticeTable() {}

  /// @param found the answer of the server
  public static String of(JsonNode found) {
    if (found.path("notices").isEmpty()) {
      return "Nothing has become of a skill of yours yet.";
    }
    Table table = new Table("WHEN", "SKILL", "WHAT", "BY", "WHY");
    for (JsonNode each : found.path("notices")) {
      table.add(
          each.path("at").asString(""),
          each.path("skill_name").asString(""),
          (each.path("read").asBoolean() ? "" : "* ")
              + each.path("event").asString("").replace('_', ' '),
          each.path("by").asString(""),
          Visible.folded(each.path("reason").asString(""), LONGEST));
    }
    return table + "\n\n" + found.path("unread").asLong() + " new (*)";
  }
}
