package dev.assay.intake.requirement;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.assay.skill.dependency.Ecosystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Parses a Python requirement: a name, extras, a range or an address, and a marker.
public final class Pep508 {
  private static final int MAX_LENGTH = 2048;
  private static final Pattern NAME =
      Pattern.compile("^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?");
  private static final Pattern WHOLE_NAME =
      Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?");

  private Pep508() {}

  public static Declaration parse(String text) throws MalformedRequirement {
    if (text.length() > MAX_LENGTH) {
      throw new MalformedRequirement("is longer than " + MAX_LENGTH + " characters");
    }
    String left = text.strip();
    Matcher name = NAME.matcher(left);
    if (!name.find()) {
      throw new MalformedRequirement("does not start with a package name");
    }
    String rest = left.substring(name.end()).strip();
    List<String> extras = new ArrayList<>();
    if (rest.startsWith("[")) {
      int close = rest.indexOf(']');
      if (close < 0) {
        throw new MalformedRequirement("has extras without a closing bracket");
      }
      extras(rest.substring(1, close), extras);
      rest = rest.substring(close + 1).strip();
    }
    int semicolon = rest.startsWith("@") ? rest.indexOf(" ;") : rest.indexOf(';');
    Optional<String> marker = Optional.empty();
    if (semicolon >= 0) {
      String condition = rest.substring(rest.indexOf(';', semicolon) + 1).strip();
      Marker.check(condition);
      marker = Optional.of(condition);
      rest = rest.substring(0, semicolon).strip();
    }
    return new Declaration(
        Ecosystem.PIP, normalize(name.group()), extras, range(rest), marker, List.of());
  }

  public static String normalize(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[-_.]+", "-");
  }

  private static void extras(String inside, List<String> extras) throws MalformedRequirement {
    if (inside.isBlank()) {
      return;
    }
    for (String extra : inside.split(",", -1)) {
      if (!WHOLE_NAME.matches(extra.strip())) {
        throw new MalformedRequirement("has a malformed extra \"" + extra.strip() + "\"");
      }
      extras.add(normalize(extra.strip()));
    }
  }

  private static String range(String text) throws MalformedRequirement {
    if (text.startsWith("@")) {
      String address = text.substring(1).strip();
      if (address.isEmpty() || address.contains(" ")) {
        throw new MalformedRequirement("has a malformed address after @");
      }
      return "@ " + address;
    }
    String bare = text;
    if (text.startsWith("(")) {
      if (!text.endsWith(")")) {
        throw new MalformedRequirement("has a parenthesis that is never closed");
      }
      bare = text.substring(1, text.length() - 1).strip();
    }
    return PythonRange.parse(bare).spelling();
  }
}
