package dev.assay.validation.harm;

import dev.assay.skill.sandbox.tree.GlobPattern;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A path in the form of the lists of places: `~` is any home.
record Place(String path) {
  private static final Pattern HOME = Pattern.compile("^(?:/root|/home/[^/]+)(?=/|$)");
  private static final Pattern WORK = Pattern.compile("^/workspace/(?:uploads|intermediate)/");

  static Place of(String path) {
    return new Place(HOME.matcher(path).replaceFirst("~"));
  }

  boolean isBelowHome() {
    return path.startsWith("~/");
  }

  /// Returns whether the path is hidden in a home or in a folder around the work, where programs
  /// look for settings. Programs keep their other files in folders of `~/.local/share`.
  boolean isHidden() {
    return path.matches("(?:~|/workspace)?/\\..*") && !path.matches("~/\\.local/share/[^/]+/.+");
  }

  boolean isWork() {
    return WORK.matcher(path).find();
  }

  /// Tests whether the path is in a folder that the work made.
  boolean isInNewFolder() {
    Matcher work = WORK.matcher(path);
    return work.find()
        && path.startsWith("/workspace/intermediate/")
        && path.indexOf('/', work.end()) > 0;
  }

  /// Tests whether the path belongs to the system, where programs and their data are installed.
  boolean isSystem() {
    return path.matches("/(?:usr|etc|bin|sbin|lib\\w*|boot)(?:/.*)?");
  }

  /// Tests whether the path is in a folder for programs of the user.
  boolean isForPrograms() {
    return isBelowHome() || path.startsWith("/opt/");
  }

  /// Returns the regular expression of a glob. `X/**` also matches X itself.
  static String expression(String glob) {
    return glob.endsWith("/**")
        ? GlobPattern.compile(glob.substring(0, glob.length() - 3)).pattern() + "(?:/.*)?"
        : GlobPattern.compile(glob).pattern();
  }

  static Pattern any(List<String> globs) {
    return Pattern.compile(
        String.join("|", globs.stream().map(Place::expression).toList()), Pattern.DOTALL);
  }

  /// Returns the lines of a list beside this class. `#` begins a comment.
  static List<String> lines(String file) {
    try (InputStream text = Objects.requireNonNull(Place.class.getResourceAsStream(file), file)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }
}
