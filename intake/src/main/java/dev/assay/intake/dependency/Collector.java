package dev.assay.intake.dependency;

import dev.assay.intake.requirement.Declaration;
import dev.assay.intake.requirement.MalformedRequirement;
import dev.assay.intake.requirement.NpmSpec;
import dev.assay.intake.requirement.Pep508;
import dev.assay.intake.requirement.PythonRange;
import dev.assay.intake.requirement.SystemSpec;
import dev.assay.intake.rule.ControlCharacters;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.rule.Rule;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.ArrayList;
import java.util.List;

/// Collects the requirements that the readers find, and the findings about declarations that cannot
/// be read.
final class Collector {
  private static final int MAX_REQUIREMENTS = 2000;

  private final List<Requirement> requirements = new ArrayList<>();
  private final FindingList findings;
  private boolean full;

  Collector(FindingList findings) {
    this.findings = findings;
  }

  /// Parses and adds a declaration; reports a malformed one.
  void declare(Ecosystem ecosystem, String text, SourceText source, int line) {
    if (isFull(source, line)) {
      return;
    }
    try {
      add(parse(ecosystem, text), source, line);
    } catch (MalformedRequirement e) {
      malformed(text, e, source, line);
    }
  }

  /// Parses and adds a declaration written for another runtime. A malformed one is ignored, because
  /// that runtime may understand it.
  void declareIfReadable(Ecosystem ecosystem, String text, SourceText source, int line) {
    if (isFull(source, line)) {
      return;
    }
    try {
      Declaration declaration = parse(ecosystem, text);
      if (!ControlCharacters.in(text)) {
        add(declaration, source, line);
      }
    } catch (MalformedRequirement e) {
      // another runtime's spelling
    }
  }

  /// Returns whether the limit is reached. The first declaration beyond it is reported as an error.
  private boolean isFull(SourceText source, int line) {
    if (requirements.size() < MAX_REQUIREMENTS) {
      return false;
    }
    if (!full) {
      full = true;
      report(
          DependencyRule.TOO_MANY,
          "More than " + MAX_REQUIREMENTS + " packages are declared.",
          source,
          line);
    }
    return true;
  }

  void add(Declaration declaration, SourceText source, int line) {
    if (isFull(source, line)) {
      return;
    }
    Requirement requirement = declaration.at(source.path(), line);
    if (ControlCharacters.in(requirement.spelling())) {
      malformed(
          requirement.spelling(),
          new MalformedRequirement("holds a control character"),
          source,
          line);
      return;
    }
    requirements.add(requirement);
    if (declaration.ecosystem() == Ecosystem.PIP && isEmpty(declaration.range())) {
      report(
          DependencyRule.EMPTY_RANGE,
          "No version of " + declaration.name() + " is " + declaration.range() + ".",
          source,
          line);
    }
  }

  void malformed(String text, MalformedRequirement problem, SourceText source, int line) {
    report(
        DependencyRule.MALFORMED,
        "\"" + text.strip() + "\" " + problem.problem() + ".",
        source,
        line);
  }

  void report(Rule rule, String message, SourceText source, int line) {
    findings.add(rule.at(source.path(), line, message, source.excerpt(line)));
  }

  /// Returns whether declarations beyond the limit were left out.
  boolean isFull() {
    return full;
  }

  List<Requirement> requirements() {
    return requirements;
  }

  static boolean isEmpty(String range) {
    try {
      return !range.startsWith("@") && PythonRange.parse(range).isEmpty();
    } catch (MalformedRequirement e) {
      return false;
    }
  }

  private static Declaration parse(Ecosystem ecosystem, String text) throws MalformedRequirement {
    return switch (ecosystem) {
      case PIP -> Pep508.parse(text);
      case NPM -> NpmSpec.parse(text);
      case SYSTEM -> SystemSpec.parse(text);
    };
  }
}
