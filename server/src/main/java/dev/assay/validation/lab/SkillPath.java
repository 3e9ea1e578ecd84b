package dev.assay.validation.lab;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A path in a command's output, split into a skill and the path in it.
///
/// @param skill the skill; empty if the path is in no skill
/// @param file the path in the skill, or else the whole path
record SkillPath(String skill, String file) {
  private static final Pattern INSIDE =
      Pattern.compile("(?:/workspace)?/skills/([a-z0-9-]{1,64})/([^\\s'\":;,)]{1,200})");

  /// Returns the first path of a skill in a text, or the text itself if there is none.
  static SkillPath in(String text) {
    Matcher found = INSIDE.matcher(text);
    return found.find() ? new SkillPath(found.group(1), found.group(2)) : new SkillPath("", text);
  }

  boolean isSkills() {
    return !skill.isEmpty();
  }
}
