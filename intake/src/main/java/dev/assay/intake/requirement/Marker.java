package dev.assay.intake.requirement;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Checks the syntax of a PEP 508 marker such as `python_version < "3.11" and os_name == "nt"`.
final class Marker {
  private static final int MAX_DEPTH = 16;
  private static final Set<String> VARIABLES =
      Set.of(
          "python_version",
          "python_full_version",
          "os_name",
          "sys_platform",
          "platform_release",
          "platform_system",
          "platform_version",
          "platform_machine",
          "platform_python_implementation",
          "implementation_name",
          "implementation_version",
          "extra",
          "extras",
          "dependency_groups");
  private static final Set<String> OPERATORS =
      Set.of("<", "<=", "==", "!=", ">", ">=", "~=", "===", "in", "not in");
  private static final Pattern TOKEN =
      Pattern.compile(
          "^\\s*(\\(|\\)|===|~=|==|!=|<=|>=|<|>|not\\s+in\\b|[A-Za-z_.]+|\"[^\"]*\"|'[^']*')");

  private final List<String> tokens;
  private int at;

  private Marker(List<String> tokens) {
    this.tokens = tokens;
  }

  public static void check(String text) throws MalformedRequirement {
    List<String> tokens = new ArrayList<>();
    String left = text;
    while (!left.isBlank()) {
      Matcher token = TOKEN.matcher(left);
      if (!token.find()) {
        throw new MalformedRequirement("has a malformed marker near \"" + left.strip() + "\"");
      }
      tokens.add(token.group(1).replaceAll("\\s+", " "));
      left = left.substring(token.end());
    }
    Marker marker = new Marker(tokens);
    marker.either(0);
    if (marker.at < tokens.size()) {
      throw marker.unexpected();
    }
  }

  private void either(int depth) throws MalformedRequirement {
    term(depth);
    while (accept("or") || accept("and")) {
      term(depth);
    }
  }

  private void term(int depth) throws MalformedRequirement {
    if (depth > MAX_DEPTH) {
      throw new MalformedRequirement("has a marker with too many parentheses");
    }
    if (accept("(")) {
      either(depth + 1);
      if (!accept(")")) {
        throw unexpected();
      }
      return;
    }
    operand();
    if (!OPERATORS.contains(peek())) {
      throw unexpected();
    }
    at++;
    operand();
  }

  private void operand() throws MalformedRequirement {
    String token = peek();
    if (!token.startsWith("\"") && !token.startsWith("'") && !VARIABLES.contains(token)) {
      throw unexpected();
    }
    at++;
  }

  private boolean accept(String token) {
    if (peek().equals(token)) {
      at++;
      return true;
    }
    return false;
  }

  private String peek() {
    return at < tokens.size() ? tokens.get(at) : "";
  }

  private MalformedRequirement unexpected() {
    return new MalformedRequirement(
        at < tokens.size()
            ? "has a malformed marker near \"" + peek() + "\""
            : "has a marker that ends too early");
  }
}
