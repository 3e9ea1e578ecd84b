package dev.assay.intake.portability;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.assay.intake.document.Node;
import dev.assay.intake.format.SkillMd;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.rule.Rule;
import java.util.List;
import java.util.Locale;

/// Checks the frontmatter's values and the length of the body.
public final class ManifestPortability {
  private static final String FILE = "SKILL.md";
  private static final int MAX_LINES = 500;
  private static final int MAX_TOKENS = 5000;
  private static final Pattern TAG = Pattern.compile("</?[A-Za-z][A-Za-z0-9_-]*(\\s[^<>]*)?/?>");

  private ManifestPortability() {}

  public static void check(SkillMd skill, boolean byteOrderMark, FindingList findings) {
    if (byteOrderMark) {
      findings.add(
          PortabilityRule.BYTE_ORDER_MARK.at(
              FILE, 1, "The file starts with a byte order mark.", ""));
    }
    skill.frontmatter().ifPresent(fields -> fields(skill, fields, findings));
    body(skill, findings);
  }

  private static void fields(SkillMd skill, Node.Fields fields, FindingList findings) {
    if (fields.find("name").orElse(null) instanceof Node.Text name) {
      String lower = name.text().toLowerCase(Locale.ROOT);
      if (!lower.chars().allMatch(c -> c < 128)) {
        add(
            PortabilityRule.NAME_NOT_ASCII,
            "The name has letters beyond ASCII.",
            skill,
            name.line(),
            findings);
      }
      for (String word : List.of("anthropic", "claude")) {
        if (lower.contains(word)) {
          add(
              PortabilityRule.RESERVED_WORD,
              "The name holds \"" + word + "\".",
              skill,
              name.line(),
              findings);
        }
      }
    }
    if (fields.find("description").orElse(null) instanceof Node.Text description) {
      int line = fields.lineOf("description");
      if (description.style() == Node.Style.BLOCK) {
        add(
            PortabilityRule.BLOCK_DESCRIPTION,
            "The description is a block scalar.",
            skill,
            line,
            findings);
      }
      Matcher tag = TAG.matcher(description.text());
      if (tag.find()) {
        add(
            PortabilityRule.DESCRIPTION_MARKUP,
            "The description holds the tag " + tag.group() + ".",
            skill,
            line,
            findings);
      }
    }
  }

  private static void body(SkillMd skill, FindingList findings) {
    String body = skill.body();
    if (skill.frontmatter().isPresent() && body.isBlank()) {
      findings.add(PortabilityRule.EMPTY_BODY.in(FILE, "There is nothing below the frontmatter."));
    }
    int lines = skill.source().lines() - skill.bodyLine() + 1;
    int tokens = tokens(body);
    if (lines > MAX_LINES || tokens > MAX_TOKENS) {
      findings.add(
          PortabilityRule.LONG_BODY.at(
              FILE,
              skill.bodyLine(),
              "The body has " + lines + " lines and about " + tokens + " tokens.",
              ""));
    }
  }

  /// Estimates tokens: four ASCII characters or one other character make a token.
  private static int tokens(String text) {
    int ascii = 0;
    int other = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < 128) {
        ascii++;
      } else {
        other++;
      }
    }
    return ascii / 4 + other;
  }

  private static void add(
      Rule rule, String message, SkillMd skill, int line, FindingList findings) {
    findings.add(rule.at(FILE, line, message, skill.source().line(line)));
  }
}
