package dev.assay.intake.rule;

import dev.assay.skill.Finding;
import dev.assay.skill.Risk;
import dev.assay.skill.Severity;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The rules of an installation beyond the standard.
public enum PolicyRule implements Rule {
  SCAN_BLOCKED(
      "scan-blocked",
      "This installation refuses skills in which the static scan finds a risk of that level (`assay.intake.block`, `assay check --block`).",
      "Remove what was found; if it is harmless, an administrator can set `assay.intake.block` to"
          + " `none` and leave the decision to reviewers.");

  private static final int MOST_NAMED = 5;

  /// The findings about content that was not scanned; it could hold any risk.
  private static final Set<String> UNSEEN =
      Set.of("scan.not-scanned", "scan.unfinished", "scan.unreadable-archive", "scan.more");

  private final RuleText text;

  PolicyRule(String id, String reason, String hint) {
    text = new RuleText("policy." + id, Severity.ERROR, reason, hint);
  }

  /// Returns a refusal if one of the findings has a blocked risk, or if findings were dropped.
  ///
  /// @param dropped the number of findings that were not kept and so cannot be judged
  public static Optional<Finding> block(Risk.Level level, List<Finding> findings, int dropped) {
    List<String> places =
        findings.stream()
            .filter(finding -> isBlocked(level, finding))
            .map(finding -> finding.code() + (finding.file().isEmpty() ? "" : place(finding)))
            .distinct()
            .toList();
    if (places.isEmpty()) {
      return dropped == 0
          ? Optional.empty()
          : Optional.of(
              SCAN_BLOCKED.about(
                  "Refused, because " + dropped + " findings more than are kept might be any."));
    }
    int more = places.size() - MOST_NAMED;
    return Optional.of(
        SCAN_BLOCKED.about(
            "Refused for a risk that is %s, or for what could not be scanned: %s%s."
                .formatted(
                    level == Risk.Level.HIGH ? "high" : level.word() + " or higher",
                    String.join(", ", places.subList(0, Math.min(MOST_NAMED, places.size()))),
                    more > 0 ? " and " + more + " more" : "")));
  }

  private static boolean isBlocked(Risk.Level level, Finding finding) {
    return UNSEEN.contains(finding.code())
        || (finding.severity() == Severity.WARNING
            && finding.risk().filter(risk -> risk.level().reaches(level)).isPresent());
  }

  private static String place(Finding finding) {
    return " in " + finding.file() + (finding.line() > 0 ? ":" + finding.line() : "");
  }

  @Override
  public RuleText text() {
    return text;
  }
}
