package dev.assay.intake;

import dev.assay.intake.archive.ArchiveRule;
import dev.assay.intake.dependency.DependencyRule;
import dev.assay.intake.eval.EvalRule;
import dev.assay.intake.format.FormatRule;
import dev.assay.intake.portability.PortabilityRule;
import dev.assay.intake.rule.MoreRule;
import dev.assay.intake.rule.PolicyRule;
import dev.assay.intake.rule.Rule;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.LayoutRule;
import dev.assay.skill.Severity;
import java.util.List;
import java.util.stream.Stream;

/// The list of all rules of intake.
public final class RuleBook {
  private RuleBook() {}

  /// @param reason the reason why the rule exists
  /// @param fix the advice for the author
  public record Entry(String code, Severity severity, String reason, String fix) {}

  /// Returns all rules in the order in which a skill is checked.
  public static List<Entry> entries() {
    return Stream.<Rule[]>of(
            ArchiveRule.values(),
            LayoutRule.values(),
            FormatRule.values(),
            PortabilityRule.values(),
            DependencyRule.values(),
            EvalRule.values(),
            ScanRule.values(),
            PolicyRule.values(),
            MoreRule.values())
        .flatMap(Stream::of)
        .map(rule -> new Entry(rule.id(), rule.severity(), rule.reason(), rule.hint()))
        .toList();
  }
}
