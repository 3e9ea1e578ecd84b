package dev.assay.skill;

import java.text.Normalizer;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// A skill's name: 1–64 lower-case letters of any script, digits and single hyphens, in Unicode
/// form NFKC.
public record SkillName(String text) implements Comparable<SkillName> {
  public static final int MAX_LENGTH = 64;

  /// A flaw of a name. A name can have several at once.
  public enum Flaw {
    EMPTY,
    TOO_LONG,
    UPPER_CASE,
    HYPHEN_AT_EDGE,
    DOUBLE_HYPHEN,
    FORBIDDEN_CHARACTER
  }

  public SkillName {
    text = normalize(text);
    Set<Flaw> flaws = flaws(text);
    if (!flaws.isEmpty()) {
      throw new IllegalArgumentException("not a skill name: " + flaws);
    }
  }

  /// The form in which names are compared: trimmed and NFKC.
  public static String normalize(String text) {
    return Normalizer.normalize(text.strip(), Normalizer.Form.NFKC);
  }

  /// Every flaw of a proposed name; empty for a good one.
  public static Set<Flaw> flaws(String proposed) {
    String name = normalize(proposed);
    EnumSet<Flaw> flaws = EnumSet.noneOf(Flaw.class);
    if (name.isEmpty()) {
      flaws.add(Flaw.EMPTY);
      return flaws;
    }
    if (name.codePointCount(0, name.length()) > MAX_LENGTH) {
      flaws.add(Flaw.TOO_LONG);
    }
    if (!name.equals(name.toLowerCase(Locale.ROOT))) {
      flaws.add(Flaw.UPPER_CASE);
    }
    if (name.startsWith("-") || name.endsWith("-")) {
      flaws.add(Flaw.HYPHEN_AT_EDGE);
    }
    if (name.contains("--")) {
      flaws.add(Flaw.DOUBLE_HYPHEN);
    }
    if (!name.codePoints().allMatch(SkillName::isAllowed)) {
      flaws.add(Flaw.FORBIDDEN_CHARACTER);
    }
    return flaws;
  }

  private static boolean isAllowed(int point) {
    return point == '-' || (Character.isLetterOrDigit(point) && !Visible.isHidden(point));
  }

  @Override
  public int compareTo(SkillName other) {
    return text.compareTo(other.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
