package dev.assay.intake.tree;

import dev.assay.intake.rule.Rule;
import dev.assay.intake.rule.RuleText;
import dev.assay.skill.Severity;

/// The rules for the place of the skill in an archive or folder.
public enum LayoutRule implements Rule {
  SKILL_MD_MISSING(
      "layout.skill-md-missing",
      "Agents find a skill by its SKILL.md; without one there is nothing to load.",
      "Put a file named SKILL.md at the top, or into the only folder at the top."),
  SKILL_MD_CASE(
      "layout.skill-md-case",
      "On most systems SKILL.md and skill.md are different files, and agents look for SKILL.md.",
      "Rename the file to SKILL.md."),
  SEVERAL_SKILLS(
      "layout.several-skills",
      "One archive holds one skill, so that what is tested is what is admitted.",
      "Send each skill folder as its own archive."),
  STRAY_FILES(
      "layout.stray-files",
      "Files beside the skill's folder would be left out silently.",
      "Move them into the skill's folder or leave them out of the archive.");

  private final RuleText text;

  LayoutRule(String id, String reason, String hint) {
    text = new RuleText(id, Severity.ERROR, reason, hint);
  }

  @Override
  public RuleText text() {
    return text;
  }
}
