package dev.assay.agent.tool;

/// The text of a SKILL.md without its frontmatter.
final class SkillBody {
  private SkillBody() {}

  static String of(String skillMd) {
    String text = skillMd.startsWith("\uFEFF") ? skillMd.substring(1) : skillMd;
    if (!text.startsWith("---")) {
      return text.strip();
    }
    int at = lineEnd(text, 0);
    while (at < text.length()) {
      int end = lineEnd(text, at);
      if (text.substring(at, end).stripTrailing().equals("---")) {
        return text.substring(end).strip();
      }
      at = end;
    }
    return text.strip();
  }

  private static int lineEnd(String text, int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end + 1;
  }
}
