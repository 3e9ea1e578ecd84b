package dev.assay.intake.format;

import dev.assay.intake.rule.Rule;
import dev.assay.intake.rule.RuleText;
import dev.assay.skill.Severity;

/// The rules of the standard for SKILL.md.
public enum FormatRule implements Rule {
  NOT_UTF8(
      "not-utf8",
      "The standard's files are UTF-8; other encodings are read as garbage.",
      "Save the file as UTF-8."),
  FRONTMATTER_MISSING(
      "frontmatter-missing",
      "Agents read name and description from the frontmatter.",
      "Start the file with a line `---`, then name and description, then a line `---`."),
  FRONTMATTER_UNCLOSED(
      "frontmatter-unclosed",
      "Without its closing line the whole file would be frontmatter.",
      "Close the frontmatter with a line that holds only `---`."),
  FRONTMATTER_TOO_LARGE(
      "frontmatter-too-large",
      "Agents load the frontmatter of every skill at start.",
      "Keep the frontmatter below 256 KiB; move text into the body."),
  YAML(
      "yaml",
      "Frontmatter that is not valid YAML is read differently by every agent, or not at all.",
      "Put quotes around values with `: ` or `#`, indent by spaces, and write each key once."),
  NOT_A_MAPPING(
      "not-a-mapping",
      "The frontmatter holds fields: a name, a colon, a value.",
      "Write one `field: value` per line."),
  NAME_MISSING("name-missing", "A skill is found by its name.", "Add `name: my-skill`."),
  NAME_TOO_LONG("name-too-long", "The standard allows 64 characters.", "Choose a shorter name."),
  NAME_UPPER_CASE(
      "name-upper-case", "The standard allows lower-case letters only.", "Write it in lower case."),
  NAME_HYPHENS(
      "name-hyphens",
      "A name must not start or end with a hyphen or hold two in a row.",
      "Use single hyphens between words."),
  NAME_CHARACTERS(
      "name-characters",
      "The standard allows letters, digits and hyphens.",
      "Replace spaces, underscores and other characters by hyphens."),
  NAME_CONFUSABLE(
      "name-confusable",
      "People and agents choose a skill by its name; of two that look the same, one may be meant to"
          + " be taken for the other.",
      "Choose a name that looks different, or delete the other skill first."),
  NAME_LIKE_ANOTHER(
      "name-like-another",
      "A name with digits in the place of letters is easily taken for another.",
      "Choose a name that cannot be confused.",
      Severity.WARNING),
  NAME_SCRIPTS(
      "name-scripts",
      "Letters of several scripts, or of one that looks like another, hide what a name is.",
      "Write the name in the letters of one script that are what they look like.",
      Severity.WARNING),
  NAME_FOLDER(
      "name-folder",
      "Agents expect the folder to be named like the skill.",
      "Rename the folder or change the name."),
  DESCRIPTION_MISSING(
      "description-missing",
      "Agents choose a skill by its description.",
      "Add `description:` and say what the skill does and when to use it."),
  DESCRIPTION_TOO_LONG(
      "description-too-long",
      "The standard allows 1,024 characters, because every agent loads every description.",
      "Shorten it; move details into the body."),
  COMPATIBILITY_EMPTY(
      "compatibility-empty",
      "The standard asks for 1–500 characters when the field is there.",
      "Fill it in or remove it."),
  COMPATIBILITY_TOO_LONG(
      "compatibility-too-long",
      "The standard allows 500 characters.",
      "Shorten it; move details into the body."),
  WRONG_TYPE(
      "wrong-type",
      "Agents expect text here and ignore or reject anything else.",
      "Write the value as the standard describes it."),
  CONTROL_CHARACTER(
      "control-character",
      "Control characters cannot be stored as text everywhere, and deceive whoever prints them.",
      "Remove the character; only line ends and tabs are allowed."),
  UNEXPECTED_FIELD(
      "unexpected-field",
      "The standard knows six fields; claude.ai and the standard's own validator reject others, most agents ignore them.",
      "Move the field under `metadata`, or remove it.",
      Severity.WARNING),
  NESTED_METADATA(
      "nested-metadata",
      "The standard has text under `metadata`; claude.ai and the standard's own validator reject more,"
          + " while Claude Code, Codex, Copilot, Cursor, Gemini and OpenClaw read the skill.",
      "Write the value as text if the skill should work everywhere.",
      Severity.WARNING),
  FIELD_TYPE(
      "field-type",
      "Agents that validate frontmatter (claude.ai, the standard's own validator) reject the field;"
          + " the others ignore it or read it in their own way.",
      "Write the value as text, as the standard describes it.",
      Severity.WARNING);

  private final RuleText text;

  FormatRule(String id, String reason, String hint) {
    this(id, reason, hint, Severity.ERROR);
  }

  FormatRule(String id, String reason, String hint, Severity severity) {
    text = new RuleText("format." + id, severity, reason, hint);
  }

  @Override
  public RuleText text() {
    return text;
  }
}
