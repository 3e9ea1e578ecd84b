package dev.assay.intake.requirement;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.assay.skill.dependency.Ecosystem;

/// Parses a package of the operating system: `poppler-utils`, `ffmpeg (>= 6)` or `ffmpeg>=6`.
public final class SystemSpec {
  private static final Pattern SPEC =
      Pattern.compile(
          "^([a-zA-Z0-9][a-zA-Z0-9+._-]*)\\s*\\(?\\s*(?:(=|==|>=|<=|>>|<<|>|<)\\s*([0-9][A-Za-z0-9.+:~-]*))?\\s*\\)?$");

  private SystemSpec() {}

  public static Declaration parse(String text) throws MalformedRequirement {
    Matcher spec = SPEC.matcher(text.strip());
    if (!spec.find()) {
      throw new MalformedRequirement("is not a package name with an optional version");
    }
    String range = spec.group(2) == null ? "" : spec.group(2) + spec.group(3);
    return Declaration.of(Ecosystem.SYSTEM, spec.group(1), range);
  }
}
