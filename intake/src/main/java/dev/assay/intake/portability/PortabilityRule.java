package dev.assay.intake.portability;

import dev.assay.intake.rule.Rule;
import dev.assay.intake.rule.RuleText;
import dev.assay.skill.Severity;

/// The rules for skills that work with some agents or machines and fail with others.
public enum PortabilityRule implements Rule {
  BYTE_ORDER_MARK(
      "byte-order-mark",
      "Some agents do not see frontmatter after a byte order mark.",
      "Save SKILL.md as UTF-8 without a byte order mark."),
  BLOCK_DESCRIPTION(
      "block-description",
      "Several agents read a block scalar (`|` or `>`) as the single character.",
      "Write the description on one line, in quotes if it holds `: ` or `#`."),
  DESCRIPTION_MARKUP(
      "description-markup",
      "Some agents reject descriptions that look like XML, because they paste them into a prompt.",
      "Write the description without tags such as <this>."),
  NAME_NOT_ASCII(
      "name-not-ascii",
      "Some agents accept only a–z, 0–9 and hyphens in names.",
      "Choose a name of ASCII letters, digits and hyphens."),
  RESERVED_WORD(
      "reserved-word",
      "Some agents reject names that use their vendor's words.",
      "Choose a name without \"anthropic\" or \"claude\"."),
  EMPTY_BODY(
      "empty-body",
      "A skill without instructions gives an agent nothing to follow.",
      "Write below the frontmatter what the agent should do."),
  LONG_BODY(
      "long-body",
      "The whole body is loaded into the agent's context; 500 lines or 5,000 tokens are recommended.",
      "Move details into files under references/ and link to them."),
  REFERENCE_MISSING(
      "reference-missing",
      "The agent will look for a file that is not there.",
      "Add the file or correct the path."),
  REFERENCE_OUTSIDE(
      "reference-outside",
      "Only the skill's own folder is delivered; a path that leaves it leads nowhere.",
      "Copy the file into the skill."),
  REFERENCE_CHAIN(
      "reference-chain",
      "Agents often read only part of files that are reached through several others.",
      "Link to the file from SKILL.md or from a file that SKILL.md links to."),
  MANY_REFERENCES(
      "many-references",
      "Thousands of links are more than any agent follows; those after the first 2,000 were not followed.",
      "Link to what the skill's work needs."),
  ABSOLUTE_PATH(
      "absolute-path",
      "A path in somebody's home folder exists on one machine only.",
      "Use a path relative to the skill's folder, or let the user pass it."),
  SCRIPT_NOT_EXECUTABLE(
      "script-not-executable",
      "The instructions run this script directly, but it lacks the execute bit.",
      "Run `chmod +x` on it before packing, or call it through its interpreter."),
  SCRIPT_WITHOUT_SHEBANG(
      "script-without-shebang",
      "The instructions run this script directly, but without a `#!` line no system knows how.",
      "Start it with a line such as `#!/usr/bin/env python3`."),
  SCRIPT_WINDOWS_LINES(
      "script-windows-lines",
      "With Windows line ends the `#!` line names a program that does not exist.",
      "Save the script with Unix line ends."),
  INTERACTIVE(
      "interactive-prompt",
      "An agent cannot answer a script that asks questions; it hangs until the time limit.",
      "Take the answer as an argument or from an environment variable.");

  private final RuleText text;

  PortabilityRule(String id, String reason, String hint) {
    text = new RuleText("portability." + id, Severity.WARNING, reason, hint);
  }

  @Override
  public RuleText text() {
    return text;
  }
}
