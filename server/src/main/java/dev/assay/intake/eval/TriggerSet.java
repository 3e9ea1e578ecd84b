package dev.assay.intake.eval;

import dev.assay.intake.document.Node;
import dev.assay.intake.rule.ControlCharacters;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.eval.Trigger;
import java.util.List;

/// Reads `[{"query": …, "should_trigger": true}]`.
final class TriggerSet {
  private final SourceText source;
  private final FindingList findings;

  TriggerSet(SourceText source, FindingList findings) {
    this.source = source;
    this.findings = findings;
  }

  void read(Node.Items items, List<Trigger> triggers) {
    for (Node item : items.items()) {
      if (item instanceof Node.Fields fields
          && fields.find("query").orElse(null) instanceof Node.Text query
          && query.style() != Node.Style.LITERAL
          && !query.text().isBlank()
          && fields.find("should_trigger").orElse(null) instanceof Node.Text should
          && (should.text().equals("true") || should.text().equals("false"))) {
        if (ControlCharacters.in(query.text())) {
          report(EvalRule.CONTROL_CHARACTER, "The query holds a control character.", query.line());
        }
        triggers.add(new Trigger(query.text(), should.text().equals("true")));
      } else {
        report(
            EvalRule.WRONG_SHAPE,
            "An entry needs a query and should_trigger (true or false).",
            item.line());
      }
    }
  }

  private void report(EvalRule rule, String message, int line) {
    findings.add(rule.at(source.path(), line, message, source.line(line)));
  }
}
