package dev.assay.intake.requirement;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.assay.skill.dependency.Ecosystem;
import io.github.nscuro.versatile.VersionFactory;

/// Parses a package of the operating system: `poppler-utils`, `ffmpeg (>= 6)` or `ffmpeg>=6`.
public final class SystemSpec {
  private static final Pattern SPEC =
      Pattern.compile(
          "^([a-zA-Z0-9][a-zA-Z0-9+._-]*)\\s*\\(?\\s*(?:(=|==|>=|<=|>>|<<|>|<)\\s*([0-9][A-Za-z0-9.+:~-]*))?\\s*\\)?$");

  private static final Pattern BOUND = Pattern.compile("^(==|=|>=|<=|>>|<<|>|<)(.+)$");

  private SystemSpec() {}

  public static Declaration parse(String text) throws MalformedRequirement {
    Matcher spec = SPEC.matcher(text.strip());
    if (!spec.find()) {
      throw new MalformedRequirement("is not a package name with an optional version");
    }
    String range = spec.group(2) == null ? "" : spec.group(2) + spec.group(3);
    return Declaration.of(Ecosystem.SYSTEM, spec.group(1), range);
  }

  public static boolean fits(String range, String version) {
    if (range.isEmpty()) {
      return true;
    }
    Matcher bound = BOUND.matcher(range);
    if (!bound.find()) {
      return false;
    }
    int order;
    try {
      order =
          VersionFactory.forScheme("deb", version)
              .compareTo(VersionFactory.forScheme("deb", bound.group(2)));
    } catch (RuntimeException e) { // not a version
      return false;
    }
    return switch (bound.group(1)) {
      case "=", "==" -> order == 0;
      case ">=", ">" -> order >= 0;
      case "<=", "<" -> order <= 0;
      case ">>" -> order > 0;
      default -> order < 0;
    };
  }
}
