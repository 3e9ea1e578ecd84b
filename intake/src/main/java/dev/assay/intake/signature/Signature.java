package dev.assay.intake.signature;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A pattern for single lines that are evidence of an attack.
///
/// @param keywords the keywords in lower case; a line without any of them is not searched
/// @param unless the pattern of ordinary lines; a line that also matches it is not reported, and a
///   comment behind the code does not count
/// @param vendors the treatment of downloads from [Vendors]
/// @param weak whether good skills match about as often as bad ones, even if the rule is not weak
/// @param message the message of a finding
/// @param fires an example that must match, tested
/// @param quiet a similar, harmless line that must not match, tested
public record Signature(
    ScanRule rule,
    List<String> keywords,
    Regex pattern,
    Optional<Regex> unless,
    FromVendors vendors,
    boolean weak,
    String message,
    String fires,
    String quiet) {
  /// The treatment of a download from a vendor.
  public enum FromVendors {
    /// Treats it like any download.
    COUNTS,
    /// Ignores the download and searches the rest of the line.
    ORDINARY,
    /// Reports only lines with such a download.
    WANTED
  }

  public Signature {
    keywords.forEach(
        word -> {
          if (word.isBlank() || !word.equals(word.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("keywords are in lower case: " + word);
          }
        });
  }

  public boolean matches(String line) {
    return pattern.finds(line)
        && unless.filter(except -> except.finds(relevant(line))).isEmpty()
        && (vendors == FromVendors.COUNTS
            || pattern.finds(Vendors.without(line)) == (vendors == FromVendors.ORDINARY));
  }

  /// Returns the line without a comment behind the code, unless the comment is the match.
  private String relevant(String line) {
    String code = code(line);
    return code.length() == line.length() || pattern.finds(code) ? code : line;
  }

  private static String code(String line) {
    int from = line.length() - line.stripLeading().length();
    int hash = line.indexOf(" #", from);
    int slashes = line.indexOf(" //", from);
    int end = hash < 0 ? slashes : slashes < 0 ? hash : Math.min(hash, slashes);
    return end <= from ? line : line.substring(0, end);
  }

  /// Starts the draft of a signature; the methods of [Draft] add the rest.
  static Draft about(ScanRule rule, String message, String... keywords) {
    return new Draft(rule, message, List.of(keywords), Optional.empty(), FromVendors.COUNTS, false);
  }

  /// A draft of a signature.
  public record Draft(
      ScanRule rule,
      String message,
      List<String> keywords,
      Optional<Regex> exception,
      FromVendors vendors,
      boolean isWeak) {
    Draft weak() {
      return new Draft(rule, message, keywords, exception, vendors, true);
    }

    Draft unless(String regex) {
      return new Draft(
          rule, message, keywords, Optional.of(new Regex("(?i)" + regex)), vendors, isWeak);
    }

    Draft butVendors() {
      return new Draft(rule, message, keywords, exception, FromVendors.ORDINARY, isWeak);
    }

    Draft ofVendors() {
      return new Draft(rule, message, keywords, exception, FromVendors.WANTED, isWeak);
    }

    Signature pattern(String regex, String fires, String quiet) {
      return new Signature(
          rule,
          keywords,
          new Regex("(?i)" + regex),
          exception,
          vendors,
          isWeak,
          message,
          fires,
          quiet);
    }
  }
}
