package dev.assay.intake.eval;

import dev.assay.intake.document.Node;
import dev.assay.intake.tree.SkillTree;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.Finding;
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
  private final List<Finding> findings;
  private final Set<String> ids = new HashSet<>();

  EvalSet(SourceText source, SkillTree tree, List<Finding> findings) {
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
    int before = findings.size();
    String id = required(fields, "id");
    String prompt = required(fields, "prompt");
    String expected = text(fields, "expected_output");
    List<String> files = texts(fields, "files");
    List<String> expectations = new ArrayList<>(texts(fields, "expectations"));
    expectations.addAll(texts(fields, "assertions"));
    if (expected.isBlank() && expectations.isEmpty()) {
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
    return findings.size() > before
        ? Optional.empty()
        : Optional.of(new Eval(id, prompt, expected, files, expectations));
  }

  private String required(Node.Fields fields, String field) {
    String text = text(fields, field);
    if (text.isBlank()) {
      report(EvalRule.WRONG_SHAPE, "The eval has no " + field + ".", fields.line());
    }
    return text;
  }

  private static String text(Node.Fields fields, String field) {
    return fields.find(field).orElse(null) instanceof Node.Text text ? text.text() : "";
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
    if (item instanceof Node.Text text && text.style() != Node.Style.LITERAL) {
      return text.text();
    }
    if (item instanceof Node.Fields fields) {
      for (String key :
          List.of("text", "assertion", "expectation", "description", "name", "path")) {
        if (fields.find(key).orElse(null) instanceof Node.Text text) {
          return text.text();
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
