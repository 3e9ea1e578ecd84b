package dev.assay.intake.eval;

import dev.assay.intake.document.Node;
import dev.assay.intake.rule.ControlCharacters;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.tree.SkillTree;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.eval.Eval;
import dev.assay.skill.eval.Trigger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads a list of tests, each with a prompt and an expected result. A test that cannot be used is
/// reported and left out.
final class EvalSet {
  private static final String SKILL = "expected_skill";
  private static final Set<String> NO_SKILL = Set.of("", "none", "null", "no_skill");

  private final SourceText source;
  private final SkillTree tree;
  private final FindingList findings;
  private final List<Eval> evals;
  private final List<Trigger> triggers;
  private final Set<String> ids = new HashSet<>();

  EvalSet(
      SourceText source,
      SkillTree tree,
      FindingList findings,
      List<Eval> evals,
      List<Trigger> triggers) {
    this.source = source;
    this.tree = tree;
    this.findings = findings;
    this.evals = evals;
    this.triggers = triggers;
    evals.forEach(known -> ids.add(known.id()));
  }

  /// Returns whether the list is a list of tests.
  static boolean is(Node.Items items) {
    return !items.items().isEmpty()
        && items.items().getFirst() instanceof Node.Fields first
        && Spelling.find(first, Spelling.PROMPT).isPresent()
        && (first.find(SKILL).isPresent()
            || Spelling.find(first, Spelling.EXPECTED).isPresent()
            || Spelling.find(first, Spelling.EXPECTATIONS).isPresent());
  }

  void skillName(Node.Fields root, Optional<String> name) {
    if (root.find("skill_name").orElse(null) instanceof Node.Text said
        && name.filter(known -> !known.equals(said.text())).isPresent()) {
      report(
          EvalRule.SKILL_NAME,
          "skill_name is \"" + said.text() + "\", the skill is \"" + name.get() + "\".",
          said.line());
    }
  }

  void read(Node.Items items, Optional<String> name) {
    int number = 0;
    for (Node item : items.items()) {
      number++;
      if (!(item instanceof Node.Fields fields)) {
        report(EvalRule.WRONG_SHAPE, "An eval is " + item.kind() + ".", item.line());
      } else if (isForAnother(fields, name)) {
        String prompt = prompt(fields);
        if (!prompt.isBlank() && !ControlCharacters.in(prompt)) {
          triggers.add(new Trigger(prompt, false));
        }
      } else {
        eval(fields, number).ifPresent(evals::add);
      }
    }
  }

  /// Returns whether the test expects another skill, or none, to be used.
  private static boolean isForAnother(Node.Fields fields, Optional<String> name) {
    return switch (fields.find(SKILL).orElse(null)) {
      case Node.Text skill ->
          NO_SKILL.contains(skill.text())
              || name.filter(known -> !known.equals(skill.text())).isPresent();
      case Node.Items skills ->
          name.isPresent()
              && skills.items().stream().noneMatch(each -> Spelling.words(each).equals(name.get()));
      case null, default -> false;
    };
  }

  private Optional<Eval> eval(Node.Fields fields, int number) {
    int before = findings.added();
    String written = text(fields, "id");
    String id = written.isBlank() && findings.added() == before ? String.valueOf(number) : written;
    String prompt = prompt(fields);
    String expected = expected(fields);
    List<String> files =
        Spelling.find(fields, Spelling.FILES).map(key -> texts(fields, key)).orElse(List.of());
    List<String> expectations = new ArrayList<>();
    for (String key : Spelling.EXPECTATIONS) {
      expectations.addAll(texts(fields, key));
    }
    if (findings.added() == before && expected.isBlank() && expectations.isEmpty()) {
      report(
          EvalRule.WRONG_SHAPE,
          "The eval has neither expected_output nor expectations.",
          fields.line());
    }
    if (!id.isBlank() && !ids.add(id)) {
      report(EvalRule.DUPLICATE_ID, "The id " + id + " occurs twice.", fields.lineOf("id"));
    }
    for (String file : files) {
      if (tree.find(file).isEmpty() && tree.find("evals/" + file).isEmpty()) {
        report(EvalRule.FILE_MISSING, "There is no file " + file + ".", fields.lineOf("files"));
      }
    }
    return findings.added() > before
        ? Optional.empty()
        : Optional.of(new Eval(id, prompt, expected, files, expectations));
  }

  private String prompt(Node.Fields fields) {
    int before = findings.added();
    String text = Spelling.find(fields, Spelling.PROMPT).map(key -> text(fields, key)).orElse("");
    if (text.isBlank() && findings.added() == before) {
      report(EvalRule.WRONG_SHAPE, "The eval has no prompt.", fields.line());
    }
    return text;
  }

  /// Returns the expected result. A structure is written out in words.
  private String expected(Node.Fields fields) {
    String key = Spelling.find(fields, Spelling.EXPECTED).orElse("expected_output");
    Node node = fields.find(key).orElse(null);
    return node instanceof Node.Fields || node instanceof Node.Items
        ? clean(new Node.Text(Spelling.words(node), Node.Style.QUOTED, node.line()), key)
        : text(fields, key);
  }

  /// Returns the text of a field; empty when there is no such field.
  private String text(Node.Fields fields, String field) {
    return switch (fields.find(field).orElse(null)) {
      case null -> "";
      case Node.Text text when isText(text) || (!isPrompt(field) && isNumber(text)) ->
          clean(text, field);
      case Node other -> {
        report(
            EvalRule.WRONG_SHAPE,
            "\"" + field + "\" is " + other.kind() + "; it must be text.",
            fields.lineOf(field));
        yield "";
      }
    };
  }

  private static boolean isPrompt(String field) {
    return Spelling.PROMPT.contains(field);
  }

  private static boolean isText(Node.Text text) {
    return text.style() != Node.Style.LITERAL;
  }

  private static boolean isNumber(Node.Text literal) {
    return literal.text().matches("-?[0-9].*");
  }

  private String clean(Node.Text text, String field) {
    if (ControlCharacters.in(text.text())) {
      report(
          EvalRule.CONTROL_CHARACTER, "\"" + field + "\" holds a control character.", text.line());
    }
    return text.text();
  }

  private List<String> texts(Node.Fields fields, String field) {
    List<String> texts = new ArrayList<>();
    switch (fields.find(field).orElse(null)) {
      case null -> {}
      case Node.Items items -> {
        for (Node item : items.items()) {
          texts.add(statement(item, field));
        }
      }
      case Node.Text text when isText(text) && !field.equals("files") ->
          texts.add(clean(text, field));
      case Node other ->
          report(
              EvalRule.WRONG_SHAPE,
              "\"" + field + "\" is " + other.kind() + "; it must be a list.",
              fields.lineOf(field));
    }
    return texts;
  }

  /// Returns the text of a statement, which may be wrapped in an object.
  private String statement(Node item, String field) {
    if (item instanceof Node.Text text && isText(text)) {
      return clean(text, field);
    }
    if (item instanceof Node.Fields fields) {
      for (String key :
          List.of("text", "assertion", "expectation", "description", "name", "path")) {
        if (fields.find(key).orElse(null) instanceof Node.Text text && isText(text)) {
          return clean(text, field);
        }
      }
    }
    report(EvalRule.WRONG_SHAPE, "An entry of \"" + field + "\" is not text.", item.line());
    return "";
  }

  private void report(EvalRule rule, String message, int line) {
    findings.add(rule.at(source.path(), line, message, source.excerpt(line)));
  }
}
