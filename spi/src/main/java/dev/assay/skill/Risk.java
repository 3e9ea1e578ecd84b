package dev.assay.skill;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The meaning of a static scan's finding if it is real.
///
/// @param category the category of the OWASP Top 10 for Agentic Applications (2026), for example
///   `ASI01`
/// @param level the severity of the consequences
/// @param confidence the share of such findings that are real, as measured on good and bad
///   collections
public record Risk(String category, Level level, Confidence confidence) {
  /// Levels, the worst first.
  public enum Level {
    HIGH,
    MEDIUM,
    LOW;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// Returns whether this level is as bad as the other, or worse.
    public boolean reaches(Level other) {
      return compareTo(other) <= 0;
    }
  }

  /// Confidences, the highest first.
  public enum Confidence {
    HIGH,
    MEDIUM,
    LOW;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Map<String, String> CATEGORIES =
      Map.of(
          "ASI01", "agent goal hijack",
          "ASI02", "tool misuse and exploitation",
          "ASI03", "identity and privilege abuse",
          "ASI04", "agentic supply chain",
          "ASI05", "unexpected code execution",
          "ASI06", "memory and context poisoning",
          "ASI09", "human-agent trust exploitation",
          "ASI10", "rogue agents");

  private static final Map<String, Risk> RISKS =
      Map.ofEntries(
          entry("known-bad", "ASI04", Level.HIGH, Confidence.HIGH),
          entry("exfiltration", "ASI02", Level.HIGH, Confidence.HIGH),
          entry("reverse-shell", "ASI05", Level.HIGH, Confidence.HIGH),
          entry("judge-manipulation", "ASI01", Level.HIGH, Confidence.HIGH),
          entry("download-and-run", "ASI04", Level.HIGH, Confidence.MEDIUM),
          entry("fake-prerequisite", "ASI09", Level.HIGH, Confidence.MEDIUM),
          entry("obfuscation", "ASI05", Level.HIGH, Confidence.MEDIUM),
          entry("time-bomb", "ASI10", Level.HIGH, Confidence.MEDIUM),
          entry("self-modification", "ASI10", Level.HIGH, Confidence.MEDIUM),
          entry("against-user", "ASI09", Level.HIGH, Confidence.MEDIUM),
          entry("remote-instructions", "ASI01", Level.HIGH, Confidence.MEDIUM),
          entry("prompt-injection", "ASI01", Level.HIGH, Confidence.MEDIUM),
          entry("hidden-text", "ASI01", Level.HIGH, Confidence.MEDIUM),
          entry("destruction", "ASI02", Level.HIGH, Confidence.MEDIUM),
          entry("reads-as-attack", "ASI09", Level.HIGH, Confidence.LOW),
          entry("untrusted-code", "ASI05", Level.MEDIUM, Confidence.MEDIUM),
          entry("missing-program", "ASI04", Level.MEDIUM, Confidence.MEDIUM),
          entry("typosquat", "ASI04", Level.MEDIUM, Confidence.MEDIUM),
          entry("foreign-package", "ASI04", Level.MEDIUM, Confidence.MEDIUM),
          entry("mismatch", "ASI09", Level.MEDIUM, Confidence.LOW),
          entry("credentials", "ASI03", Level.MEDIUM, Confidence.LOW),
          entry("environment-dump", "ASI03", Level.MEDIUM, Confidence.MEDIUM),
          entry("secret", "ASI03", Level.MEDIUM, Confidence.HIGH),
          entry("bidi-text", "ASI01", Level.MEDIUM, Confidence.MEDIUM),
          entry("persistence", "ASI10", Level.MEDIUM, Confidence.LOW),
          entry("agent-settings", "ASI06", Level.MEDIUM, Confidence.LOW),
          entry("privilege", "ASI03", Level.MEDIUM, Confidence.LOW),
          entry("drop-site", "ASI02", Level.MEDIUM, Confidence.MEDIUM),
          entry("raw-address", "ASI02", Level.MEDIUM, Confidence.MEDIUM),
          entry("binary", "ASI04", Level.MEDIUM, Confidence.HIGH),
          entry("unreadable-archive", "ASI04", Level.MEDIUM, Confidence.HIGH),
          entry("unfinished", "ASI04", Level.MEDIUM, Confidence.HIGH),
          entry("more", "ASI04", Level.MEDIUM, Confidence.LOW),
          entry("vendor-installer", "ASI04", Level.LOW, Confidence.HIGH),
          entry("undeclared-domain", "ASI04", Level.LOW, Confidence.MEDIUM),
          entry("unpinned-install", "ASI04", Level.LOW, Confidence.HIGH),
          entry("nested-archive", "ASI04", Level.LOW, Confidence.HIGH),
          entry("not-scanned", "ASI04", Level.LOW, Confidence.HIGH));

  private static Map.Entry<String, Risk> entry(
      String rule, String category, Level level, Confidence confidence) {
    return Map.entry("scan." + rule, new Risk(category, level, confidence));
  }

  /// @param code the code of a finding or a rule; the result is empty unless it is one of the
  ///   static scan
  public static Optional<Risk> find(String code) {
    return Optional.ofNullable(RISKS.get(code));
  }

  /// The category in words.
  public String title() {
    return CATEGORIES.getOrDefault(category, category);
  }

  /// Text for people, for example `high risk, medium confidence, ASI04 agentic supply chain`.
  public String words() {
    return "%s risk, %s confidence, %s %s"
        .formatted(level.word(), confidence.word(), category, title());
  }

  /// A copy with the lowest level and confidence, for text that is quoted or declared harmless.
  Risk doubted() {
    return new Risk(category, Level.LOW, Confidence.LOW);
  }
}
