package dev.assay.web.console.evidence;

import dev.assay.validation.shown.PageText;
import dev.assay.wire.VerdictFinding;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A finding that explains a verdict.
///
/// @param severity the severity: `error`, `warning` or `note`
/// @param place the place, such as `scripts/sum.py:12`; empty if the finding is about no file
public record FindingView(
    String code,
    String severity,
    String message,
    String place,
    List<String> seenIn,
    String excerpt,
    String hint,
    String command) {
  /// The codes of findings that quote the skill.
  private static final Set<String> QUOTING =
      Set.of("READS_AS_ATTACK", "SPEAKS_TO_JUDGE", "SEEN_AT_WORK");

  static FindingView of(VerdictFinding finding) {
    String file = text(finding.file());
    return new FindingView(
        finding.code(),
        finding.severity(),
        PageText.cut(finding.message()),
        finding.line() == null ? file : file + ":" + finding.line(),
        finding.seenIn().stream().map(PageText::cut).toList(),
        text(finding.excerpt()),
        text(finding.hint()),
        PageText.cut(finding.command()));
  }

  private static String text(@Nullable String stranger) {
    return PageText.cut(Objects.requireNonNullElse(stranger, ""));
  }

  public boolean isError() {
    return severity.equals("error");
  }

  /// Returns the title of the excerpt.
  public String excerptTitle() {
    return QUOTING.contains(code) ? "What it says" : "What was printed";
  }

  public String colour() {
    return switch (severity) {
      case "error" -> "red";
      case "warning" -> "orange";
      default -> "secondary";
    };
  }
}
