package dev.assay.intake.eval;

import dev.assay.intake.document.Node;
import dev.assay.intake.rule.ControlCharacters;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.tree.SkillTree;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.eval.Eval;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads `{"skill_name": …, "evals": [...]}`.
final class EvalSet {
  private final SourceText source;
  private final SkillTree tree;
  private final FindingList findings;
  private final Set<String> ids = new HashSet<>();

  EvalSet(SourceText source, SkillTree tree, FindingList findings) {
    this.source = source;
    this.tree = tree;
    this.findings = findings;
  }

  void read(Node.Fields root, Optional<String> name, List<Eval> evals) {
    if (root.find("skill_name").orElse(null) instanceof Node.Text said
        && name.filter(known -> !known.equals(said.text())).isPresent()) {
      report(
          EvalRule.SKILL_NAME,
          "skill_name is \"" + said.text() + "\", the skill is \"" + name.get() + "\".",
          said.line());
    }
    if (!(root.find("evals").orElse(null) instanceof Node.Items items)) {
      report(EvalRule.WRONG_SHAPE, "There is no list \"evals\".", root.lineOf("evals"));
      return;
    }
    for (Node item : items.items()) {
      if (item instanceof Node.Fields fields) {
        eval(fields).ifPresent(evals::add);
      } else {
        report(EvalRule.WRONG_SHAPE, "An eval is " + item.kind() + ".", item.line());
      }
    }
  }

  private Optional<Eval> eval(Node.Fields fields) {
    int before = findings.added();
    String id = required(fields, "id");
    String prompt = required(fields, "prompt");
    int beforeExpected = findings.added();
    String expected = text(fields, "expected_output");
    boolean expectedIsText = findings.added() == beforeExpected;
    List<String> files = texts(fields, "files");
    List<String> expectations = new ArrayList<>(texts(fields, "expectations"));
    expectations.addAll(texts(fields, "assertions"));
    if (expectedIsText && expected.isBlank() && expectations.isEmpty()) {
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

  private String required(Node.Fields fields, String field) {
    int before = findings.added();
    String text = text(fields, field);
    if (text.isBlank() && findings.added() == before) {
      report(EvalRule.WRONG_SHAPE, "The eval has no " + field + ".", fields.line());
    }
    return text;
  }

  /// Empty when the field is not there.
  private String text(Node.Fields fields, String field) {
    return switch (fields.find(field).orElse(null)) {
      case null -> "";
      case Node.Text text when isText(text) || (field.equals("id") && isNumber(text)) ->
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
      case Node other ->
          report(
              EvalRule.WRONG_SHAPE,
              "\"" + field + "\" is " + other.kind() + "; it must be a list.",
              fields.lineOf(field));
    }
    return texts;
  }

  /// A statement is a text, or an object that holds it.
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
    findings.add(rule.at(source.path(), line, message, source.line(line)));
  }
}
