package dev.assay.cli.verdict;

import dev.assay.skill.Visible;
import dev.assay.wire.Verdict;
import dev.assay.wire.VerdictFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The findings of a result in words. They quote untrusted text, so every text is made visible
/// here.
public final class FindingText {
  private static final int LONGEST = 400;
  private static final int MOST_LINES = 15;
  private static final int LONGEST_LINE = 160;

  private FindingText() {}

  /// Returns the errors in the order of the result, the likeliest cause first.
  public static List<VerdictFinding> causes(Verdict verdict) {
    return verdict.findings().stream().filter(VerdictFinding::refutes).toList();
  }

  /// Returns the findings that are no errors.
  public static List<VerdictFinding> notes(Verdict verdict) {
    return verdict.findings().stream().filter(each -> !each.refutes()).toList();
  }

  /// Returns the finding in one line, without its evidence.
  public static String brief(VerdictFinding finding) {
    return finding.code() + ": " + shown(finding.message());
  }

  /// Returns all lines of the finding, the brief one first.
  public static List<String> lines(VerdictFinding finding) {
    List<String> lines = new ArrayList<>();
    lines.add(brief(finding));
    if (!finding.seenIn().isEmpty()) {
      lines.add("seen in " + shown(String.join(", ", finding.seenIn())));
    }
    excerpt(finding.excerpt()).forEach(line -> lines.add("| " + line));
    if (finding.hint() != null) {
      lines.add("→ " + shown(finding.hint()));
    }
    if (finding.refutes()) {
      lines.add("repeat it: " + shown(finding.command()));
    }
    return lines;
  }

  private static List<String> excerpt(@Nullable String excerpt) {
    List<String> all =
        Objects.requireNonNullElse(excerpt, "")
            .lines()
            .map(line -> Visible.line(line, LONGEST_LINE))
            .toList();
    return all.subList(Math.max(0, all.size() - MOST_LINES), all.size());
  }

  private static String shown(String stranger) {
    return Visible.line(stranger.replaceAll("\\s+", " "), LONGEST);
  }
}
