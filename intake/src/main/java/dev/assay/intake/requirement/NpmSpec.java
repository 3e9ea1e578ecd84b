package dev.assay.intake.requirement;

import com.google.re2j.Pattern;
import dev.assay.skill.dependency.Ecosystem;
import java.util.List;
import java.util.Optional;
import org.semver4j.Semver;
import org.semver4j.range.RangeListFactory;

/// Parses npm's `name@range`, and a range alone as in package.json.
public final class NpmSpec {
  private static final int MAX_LENGTH = 256;
  private static final Pattern NAME =
      Pattern.compile("(?:@[a-z0-9~-][a-z0-9._~-]*/)?[A-Za-z0-9~-][A-Za-z0-9._~-]*");
  private static final Pattern TAG = Pattern.compile("[A-Za-z][A-Za-z0-9._-]*");
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "(?:(?:git\\+|git:|https?:|file:|link:|npm:|workspace:|github:)\\S+|[\\w.-]+/[\\w.#-]+)");

  private NpmSpec() {}

  public static Declaration parse(String text) throws MalformedRequirement {
    String spec = text.strip();
    int at = spec.indexOf('@', 1);
    return at < 0
        ? parse(spec, "")
        : parse(spec.substring(0, at).strip(), spec.substring(at + 1).strip());
  }

  public static Declaration parse(String name, String range) throws MalformedRequirement {
    if (name.length() > 214 || !NAME.matches(name)) {
      throw new MalformedRequirement("does not start with an npm package name");
    }
    if (!isRange(range)) {
      throw new MalformedRequirement("has a malformed range \"" + range + "\"");
    }
    return Declaration.of(Ecosystem.NPM, name, range);
  }

  /// Returns whether a version is in the range. Every version fits an empty range or a tag such as
  /// `latest`; none fits an address.
  public static boolean fits(String range, String version) {
    if (range.isEmpty() || TAG.matches(range)) {
      return true;
    }
    if (ELSEWHERE.matches(range) || range.length() > MAX_LENGTH) {
      return false;
    }
    Semver parsed = Semver.parse(version);
    try {
      return parsed != null && parsed.satisfies(range);
    } catch (RuntimeException e) {
      return false;
    }
  }

  /// Returns the intersection of the ranges; empty if they cannot be combined.
  public static Optional<String> together(List<String> ranges) {
    boolean plain =
        ranges.stream().noneMatch(range -> range.contains("||") || ELSEWHERE.matches(range));
    return plain || ranges.size() == 1 ? Optional.of(String.join(" ", ranges)) : Optional.empty();
  }

  private static boolean isRange(String range) {
    if (range.isEmpty() || TAG.matches(range) || ELSEWHERE.matches(range)) {
      return true;
    }
    if (range.length() > MAX_LENGTH) {
      return false;
    }
    try {
      return !RangeListFactory.create(range).get().isEmpty();
    } catch (RuntimeException e) {
      return false;
    }
  }
}
