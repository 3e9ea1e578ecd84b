package dev.assay.cli.review;

import dev.assay.skill.Visible;
import tools.jackson.databind.JsonNode;

/// The differences between two versions as text for people. The content comes from skills and is
/// not trusted.
public record DiffText(JsonNode diff) {
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s version %s against version %s%n"
            .formatted(
                Visible.line(diff.path("name").asString("")),
                diff.path("after").path("version").asString(""),
                diff.path("before").path("version").asString("")));
    text.append(
        "overall score: %s, before %s%n"
            .formatted(score(diff.path("after")), score(diff.path("before"))));
    fields(text, "manifest", diff.path("manifest"));
    fields(text, "dependencies", diff.path("dependencies"));
    for (JsonNode file : diff.path("files")) {
      text.append("%n%-8s %s%n".formatted(word(file, "change"), word(file, "path")));
      if (file.path("diff").isNull()) {
        text.append("  (no text, or too long)\n");
      } else {
        text.append(Visible.text(file.path("diff").asString(""))).append('\n');
      }
    }
    if (diff.path("files").isEmpty()) {
      text.append("The files are the same.\n");
    }
    return text.toString().stripTrailing();
  }

  private static void fields(StringBuilder text, String what, JsonNode changes) {
    for (JsonNode change : changes) {
      text.append(
          "%s %s: %s -> %s%n"
              .formatted(
                  what, word(change, "name"), word(change, "before"), word(change, "after")));
    }
  }

  private static String score(JsonNode side) {
    return side.path("scores").path("overall").asString("none");
  }

  private static String word(JsonNode node, String field) {
    return node.path(field).isNull() ? "nothing" : Visible.line(node.path(field).asString(""), 300);
  }
}
