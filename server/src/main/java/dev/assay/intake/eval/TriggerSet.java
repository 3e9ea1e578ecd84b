package dev.assay.intake.eval;

import dev.assay.intake.document.Node;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.Finding;
import dev.assay.skill.eval.Trigger;
import java.util.List;

/// Reads `[{"query": …, "should_trigger": true}]`.
final class TriggerSet {
  private final SourceText source;
  private final List<Finding> findings;

  TriggerSet(SourceText source, List<Finding> findings) {
    this.source = source;
    this.findings = findings;
  }

  void read(Node.Items items, List<Trigger> triggers) {
    for (Node item : items.items()) {
      if (item instanceof Node.Fields fields
          && fields.find("query").orElse(null) instanceof Node.Text query
          && !query.text().isBlank()
          && fields.find("should_trigger").orElse(null) instanceof Node.Text should
          && (should.text().equals("true") || should.text().equals("false"))) {
        triggers.add(new Trigger(query.text(), should.text().equals("true")));
      } else {
        findings.add(
            EvalRule.WRONG_SHAPE.at(
                source.path(),
                item.line(),
                "An entry needs a query and should_trigger (true or false).",
                source.line(item.line())));
      }
    }
  }
}
