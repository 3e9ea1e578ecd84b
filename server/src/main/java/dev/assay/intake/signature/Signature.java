package dev.assay.intake.signature;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A line that gives itself away.
///
/// @param keywords in lower case; a line without any of them is not looked at further
/// @param unless a line that also matches this is ordinary
/// @param message what a finding says
/// @param fires an example that must be found, tested
/// @param quiet a similar, harmless line that must not be found, tested
public record Signature(
    ScanRule rule,
    List<String> keywords,
    Regex pattern,
    Optional<Regex> unless,
    String message,
    String fires,
    String quiet) {
  public Signature {
    keywords.forEach(
        word -> {
          if (word.isBlank() || !word.equals(word.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("keywords are in lower case: " + word);
          }
        });
  }

  public boolean matches(String line) {
    return pattern.finds(line) && unless.filter(except -> except.finds(line)).isEmpty();
  }

  /// Starts a signature; see the other methods for the rest.
  static Draft about(ScanRule rule, String message, String... keywords) {
    return new Draft(rule, message, List.of(keywords), Optional.empty());
  }

  /// A signature in the making.
  public record Draft(
      ScanRule rule, String message, List<String> keywords, Optional<Regex> exception) {
    Draft unless(String regex) {
      return new Draft(rule, message, keywords, Optional.of(new Regex("(?i)" + regex)));
    }

    Signature pattern(String regex, String fires, String quiet) {
      return new Signature(
          rule, keywords, new Regex("(?i)" + regex), exception, message, fires, quiet);
    }
  }
}
