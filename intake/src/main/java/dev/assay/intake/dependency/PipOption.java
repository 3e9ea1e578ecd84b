package dev.assay.intake.dependency;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// An option in a requirements file.
///
/// @param text the option as written, with its value
/// @param value the value, or an empty text; for a hash `ALGORITHM:HEX` in lower case
record PipOption(Kind kind, String name, String value, String text) {
  enum Kind {
    FILE,
    HASH,
    MALFORMED_HASH,
    REQUIRE_HASHES,
    /// An option of pip that changes the source of packages.
    INDEX,
    /// An option of pip that Assay does not support.
    UNSUPPORTED,
    UNKNOWN
  }

  private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+");
  private static final Pattern START = Pattern.compile("\\s-");
  private static final Pattern HASH =
      Pattern.compile("sha256:[0-9a-f]{64}|sha384:[0-9a-f]{96}|sha512:[0-9a-f]{128}");
  private static final Set<String> INDEX =
      Set.of(
          "-i",
          "-f",
          "--index-url",
          "--pypi-url",
          "--extra-index-url",
          "--find-links",
          "--trusted-host");
  private static final Set<String> OTHER =
      Set.of(
          "-c",
          "-e",
          "-C",
          "--constraint",
          "--editable",
          "--no-binary",
          "--only-binary",
          "--use-feature",
          "--global-option",
          "--install-option",
          "--build-option",
          "--config-setting",
          "--config-settings",
          "--uploaded-prior-to",
          "--all-releases",
          "--only-final");
  private static final Set<String> ALONE =
      Set.of("--no-index", "--prefer-binary", "--pre", "--no-use-wheel", "--use-wheel");

  /// Returns the offset at which the options of a requirement begin.
  static int start(String requirement) {
    Matcher found = START.matcher(requirement);
    return found.find() ? found.start() : requirement.length();
  }

  static List<PipOption> of(String text) {
    List<PipOption> options = new ArrayList<>();
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      words.add(word.group());
    }
    Iterator<String> rest = words.iterator();
    while (rest.hasNext()) {
      options.add(next(rest.next(), rest));
    }
    return options;
  }

  private static PipOption next(String word, Iterator<String> rest) {
    boolean attached = word.length() > 2 && word.charAt(0) == '-' && word.charAt(1) != '-';
    int equals = word.indexOf('=');
    String name = attached ? word.substring(0, 2) : equals < 0 ? word : word.substring(0, equals);
    if (ALONE.contains(name) || name.equals("--require-hashes")) {
      Kind kind = ALONE.contains(name) ? Kind.UNSUPPORTED : Kind.REQUIRE_HASHES;
      return new PipOption(kind, name, "", word);
    }
    Kind kind = kind(name);
    if (kind == Kind.UNKNOWN) {
      StringBuilder all = new StringBuilder(word);
      rest.forEachRemaining(more -> all.append(' ').append(more));
      return new PipOption(kind, name, "", all.toString());
    }
    boolean within = attached || equals >= 0;
    String value =
        within ? word.substring(attached ? 2 : equals + 1) : rest.hasNext() ? rest.next() : "";
    String text = within ? word : (word + " " + value).strip();
    String bare = value.replaceAll("[\"']", "");
    if (kind != Kind.HASH) {
      return new PipOption(kind, name, bare, text);
    }
    String hash = bare.toLowerCase(Locale.ROOT);
    return new PipOption(HASH.matches(hash) ? Kind.HASH : Kind.MALFORMED_HASH, name, hash, text);
  }

  private static Kind kind(String name) {
    return switch (name) {
      case "-r", "--requirement" -> Kind.FILE;
      case "--hash" -> Kind.HASH;
      default ->
          INDEX.contains(name)
              ? Kind.INDEX
              : OTHER.contains(name) ? Kind.UNSUPPORTED : Kind.UNKNOWN;
    };
  }
}
