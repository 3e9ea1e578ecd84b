package dev.assay.intake.requirement;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.github.nscuro.versatile.VersionFactory;
import io.github.nscuro.versatile.spi.Version;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// A range of Python versions as in PEP 440, such as `>=2.31,<3`.
public record PythonRange(List<Clause> clauses) {
  private static final Pattern CLAUSE = Pattern.compile("^(===|~=|==|!=|<=|>=|<|>)\\s*(\\S+)$");
  private static final Pattern VERSION =
      Pattern.compile(
          "(?i)v?(?:[0-9]+!)?[0-9]+(?:\\.[0-9]+)*(?:[-_.]?(?:a|b|c|rc|alpha|beta|pre|preview)[-_.]?[0-9]*)?"
              + "(?:-[0-9]+|[-_.]?(?:post|rev|r)[-_.]?[0-9]*)?(?:[-_.]?dev[-_.]?[0-9]*)?"
              + "(?:\\+[a-z0-9]+(?:[-_.][a-z0-9]+)*)?");
  private static final Pattern RELEASE = Pattern.compile("[0-9]{1,8}(?:\\.[0-9]{1,8})*");

  private static final Pattern LEADING_RELEASE =
      Pattern.compile("(?i)^v?(?:([0-9]+)!)?([0-9]+(?:\\.[0-9]+)*)");
  private static final Pattern PREVIEW =
      Pattern.compile("(?i)[0-9][-_.]?(?:a|b|c|rc|alpha|beta|pre|preview|dev)[-_.]?[0-9]*");

  public record Clause(String operator, String version) {}

  public static PythonRange parse(String text) throws MalformedRequirement {
    List<Clause> clauses = new ArrayList<>();
    for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
      if (part.isBlank() && !clauses.isEmpty()) {
        continue;
      }
      Matcher clause = CLAUSE.matcher(part.strip());
      if (!clause.find()) {
        throw new MalformedRequirement("has a malformed version range \"" + part.strip() + "\"");
      }
      clauses.add(checked(clause.group(1), clause.group(2)));
    }
    return new PythonRange(clauses);
  }

  private static Clause checked(String operator, String version) throws MalformedRequirement {
    boolean wildcard = version.endsWith(".*");
    String bare = wildcard ? version.substring(0, version.length() - 2) : version;
    if (wildcard && !operator.equals("==") && !operator.equals("!=")) {
      throw new MalformedRequirement("uses .* with " + operator + "; only == and != allow it");
    }
    if (!operator.equals("===") && !VERSION.matches(bare)) {
      throw new MalformedRequirement("has a malformed version \"" + version + "\"");
    }
    if (operator.equals("~=") && !bare.contains(".")) {
      throw new MalformedRequirement("uses ~= with a version of one number");
    }
    return new Clause(operator, version);
  }

  public String spelling() {
    return String.join(
        ",", clauses.stream().map(each -> each.operator() + each.version()).toList());
  }

  /// Returns whether a version is in the range. A malformed version is only in the range without
  /// clauses and in `===` with the same text.
  public boolean contains(String version) {
    return clauses.stream().allMatch(clause -> holds(clause, version));
  }

  private static boolean holds(Clause clause, String version) {
    if (clause.operator().equals("===")) {
      return clause.version().equals(version);
    }
    if (!VERSION.matches(version)) {
      return false;
    }
    String wanted = clause.version();
    boolean wildcard = wanted.endsWith(".*");
    String compared = wanted.contains("+") ? version : publicPart(version);
    int order = wildcard ? 0 : version(compared).compareTo(version(wanted));
    return switch (clause.operator()) {
      case "==" -> wildcard ? startsWith(compared, wanted, releasePart(wanted)) : order == 0;
      case "!=" -> wildcard ? !startsWith(compared, wanted, releasePart(wanted)) : order != 0;
      case ">=" -> order >= 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0 && !compared.startsWith(wanted + ".post");
      case "<" -> order < 0 && !(isPreview(compared) && sameRelease(compared, wanted));
      case "~=" -> order >= 0 && startsWith(compared, wanted, parent(releasePart(wanted)));
      default -> throw new IllegalStateException("not an operator: " + clause.operator());
    };
  }

  private static String publicPart(String version) {
    int plus = version.indexOf('+');
    return plus < 0 ? version : version.substring(0, plus);
  }

  /// Returns the release of a version: `1.2` of `v1.2rc1`.
  private static String releasePart(String version) {
    Matcher release = LEADING_RELEASE.matcher(version);
    return release.find() ? release.group(2) : version;
  }

  /// Returns the epoch of a version: 1 of `1!2.0`, 0 of `2.0`.
  private static BigInteger epoch(String version) {
    Matcher release = LEADING_RELEASE.matcher(version);
    return release.find() && release.group(1) != null
        ? new BigInteger(release.group(1))
        : BigInteger.ZERO;
  }

  private static boolean isPreview(String version) {
    return PREVIEW.matcher(version).find();
  }

  private static boolean sameRelease(String version, String wanted) {
    return !isPreview(wanted)
        && version(releasePart(version)).compareTo(version(releasePart(wanted))) == 0;
  }

  /// Returns whether a version has the epoch of another one and begins with a release.
  private static boolean startsWith(String version, String other, String release) {
    if (!epoch(version).equals(epoch(other))) {
      return false;
    }
    String[] wanted = release.split("\\.", -1);
    String[] actual = releasePart(version).split("\\.", -1);
    for (int i = 0; i < wanted.length; i++) {
      BigInteger part = i < actual.length ? new BigInteger(actual[i]) : BigInteger.ZERO;
      if (!part.equals(new BigInteger(wanted[i]))) {
        return false;
      }
    }
    return true;
  }

  /// Returns whether the range is known to have no version. Only plain releases are compared, so a
  /// range with others may be empty and not be recognized.
  public boolean isEmpty() {
    for (Clause low : clauses) {
      for (Clause high : clauses) {
        if (!lower(low).isEmpty() && !upper(high).isEmpty()) {
          int order = version(lower(low)).compareTo(version(upper(high)));
          if (order > 0 || (order == 0 && (low.operator().equals(">") || excludes(high)))) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static String lower(Clause clause) {
    return switch (clause.operator()) {
      case ">=", ">", "==", "~=" -> release(clause.version());
      default -> "";
    };
  }

  private static String upper(Clause clause) {
    return switch (clause.operator()) {
      case "<=", "<" -> release(clause.version());
      case "==" ->
          clause.version().endsWith(".*")
              ? next(release(clause.version()))
              : release(clause.version());
      case "~=" -> next(parent(release(clause.version())));
      default -> "";
    };
  }

  /// Returns whether the upper bound itself is outside the range.
  private static boolean excludes(Clause high) {
    return switch (high.operator()) {
      case "<", "~=" -> true;
      default -> high.version().endsWith(".*");
    };
  }

  private static String release(String version) {
    String bare = version.endsWith(".*") ? version.substring(0, version.length() - 2) : version;
    return RELEASE.matches(bare) ? bare : "";
  }

  private static String parent(String release) {
    int dot = release.lastIndexOf('.');
    return dot < 0 ? release : release.substring(0, dot);
  }

  private static String next(String release) {
    if (release.isEmpty()) {
      return "";
    }
    int dot = release.lastIndexOf('.');
    long last = Long.parseLong(release.substring(dot + 1)) + 1;
    return release.substring(0, dot + 1) + last;
  }

  private static Version version(String release) {
    return VersionFactory.forScheme("pypi", release);
  }
}
