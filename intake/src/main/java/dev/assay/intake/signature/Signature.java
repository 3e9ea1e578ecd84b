package dev.assay.intake.signature;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A line that gives itself away.
///
/// @param keywords in lower case; a line without any of them is not looked at further
/// @param unless a line that also matches this is ordinary; a comment behind the code does not
///   count
/// @param vendors what it says about what is fetched from [Vendors]
/// @param weak whether it is found in good skills about as often as in bad ones, also where its
///   rule is not
/// @param message what a finding says
/// @param fires an example that must be found, tested
/// @param quiet a similar, harmless line that must not be found, tested
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
  /// What a line fetches from a vendor.
  public enum FromVendors {
    /// Counts as any download does.
    COUNTS,
    /// Is ordinary; what is left of the line is looked at.
    ORDINARY,
    /// Is what the signature is about.
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

  /// The line without a comment behind it, unless the comment is what matches.
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

  /// Starts a signature; see the other methods for the rest.
  static Draft about(ScanRule rule, String message, String... keywords) {
    return new Draft(rule, message, List.of(keywords), Optional.empty(), FromVendors.COUNTS, false);
  }

  /// A signature in the making.
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
