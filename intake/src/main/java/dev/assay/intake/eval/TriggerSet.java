package dev.assay.intake.eval;

import dev.assay.intake.document.Node;
import dev.assay.intake.rule.ControlCharacters;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.eval.Trigger;
import java.util.List;
import java.util.Optional;

/// Reads `[{"query": …, "should_trigger": true}]`, and `{"should_trigger": [...],
/// "should_not_trigger": [...]}`.
final class TriggerSet {
  private static final List<String> YES =
      List.of("should_trigger", "shouldTrigger", "positive", "positives");
  private static final List<String> NO =
      List.of("should_not_trigger", "shouldNotTrigger", "negative", "negatives", "should_ignore");

  private final SourceText source;
  private final FindingList findings;

  TriggerSet(SourceText source, FindingList findings) {
    this.source = source;
    this.findings = findings;
  }

  /// Returns whether the list is a list of triggers.
  static boolean is(Node.Items items) {
    return !items.items().isEmpty()
        && items.items().getFirst() instanceof Node.Fields first
        && (Spelling.find(first, Spelling.SHOULD).isPresent()
            || (first.find("query").isPresent()
                && Spelling.find(first, Spelling.EXPECTED).isEmpty()
                && Spelling.find(first, Spelling.EXPECTATIONS).isEmpty()));
  }

  void read(Node.Items items, List<Trigger> triggers) {
    for (Node item : items.items()) {
      Optional<Boolean> should = should(item);
      if (item instanceof Node.Fields fields && should.isPresent() && query(fields).isPresent()) {
        add(query(fields).get(), should.get(), triggers);
      } else {
        report(
            EvalRule.WRONG_SHAPE,
            "An entry needs a query and should_trigger (true or false).",
            item.line());
      }
    }
  }

  /// Reads groups of questions. Returns whether the fields have any.
  boolean readGroups(Node.Fields fields, List<Trigger> triggers) {
    boolean found = false;
    for (String key : fields.fields().keySet()) {
      boolean yes = YES.contains(key);
      if ((yes || NO.contains(key)) && fields.find(key).orElse(null) instanceof Node.Items items) {
        found = true;
        items.items().forEach(item -> grouped(item, yes, triggers));
      }
    }
    return found;
  }

  private void grouped(Node item, boolean should, List<Trigger> triggers) {
    Optional<Node.Text> query =
        item instanceof Node.Fields fields ? query(fields) : Optional.of(item).flatMap(this::text);
    if (query.isPresent()) {
      add(query.get(), should, triggers);
    } else {
      report(
          EvalRule.WRONG_SHAPE, "An entry is " + item.kind() + "; it must be text.", item.line());
    }
  }

  private void add(Node.Text query, boolean should, List<Trigger> triggers) {
    if (ControlCharacters.in(query.text())) {
      report(EvalRule.CONTROL_CHARACTER, "The query holds a control character.", query.line());
    } else {
      triggers.add(new Trigger(query.text(), should));
    }
  }

  private Optional<Node.Text> query(Node.Fields fields) {
    return Spelling.find(fields, Spelling.PROMPT).flatMap(fields::find).flatMap(this::text);
  }

  private Optional<Node.Text> text(Node node) {
    return node instanceof Node.Text text
            && text.style() != Node.Style.LITERAL
            && !text.text().isBlank()
        ? Optional.of(text)
        : Optional.empty();
  }

  private static Optional<Boolean> should(Node item) {
    return item instanceof Node.Fields fields
            && Spelling.find(fields, Spelling.SHOULD).flatMap(fields::find).orElse(null)
                instanceof Node.Text should
        ? switch (should.text()) {
          case "true", "yes" -> Optional.of(true);
          case "false", "no" -> Optional.of(false);
          default -> Optional.empty();
        }
        : Optional.empty();
  }

  private void report(EvalRule rule, String message, int line) {
    findings.add(rule.at(source.path(), line, message, source.excerpt(line)));
  }
}
