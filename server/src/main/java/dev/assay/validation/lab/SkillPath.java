package dev.assay.validation.lab;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A path as output names it, taken apart into a skill and the place in it.
///
/// @param skill empty if it is no skill's
/// @param file inside that skill, else the path as it is
record SkillPath(String skill, String file) {
  private static final Pattern INSIDE =
      Pattern.compile("(?:/workspace)?/skills/([a-z0-9-]{1,64})/([^\\s'\":;,)]{1,200})");

  /// The first such path in a text; the text itself if there is none.
  static SkillPath in(String text) {
    Matcher found = INSIDE.matcher(text);
    return found.find() ? new SkillPath(found.group(1), found.group(2)) : new SkillPath("", text);
  }

  boolean isSkills() {
    return !skill.isEmpty();
  }
}
