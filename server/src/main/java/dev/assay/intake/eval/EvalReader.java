package dev.assay.intake.eval;

import dev.assay.intake.document.JsonReader;
import dev.assay.intake.document.MalformedDocument;
import dev.assay.intake.document.Node;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.tree.SkillTree;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import dev.assay.skill.eval.Eval;
import dev.assay.skill.eval.Evals;
import dev.assay.skill.eval.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads `evals/*.json`. The file `evals.json` must be a set of tests; another file counts as a set
/// of triggers when it is a list of objects with a `query`, and is an input file otherwise.
public final class EvalReader {
  private static final String FOLDER = "evals/";
  private static final String MAIN = "evals/evals.json";

  private final SkillTree tree;
  private final FindingList findings;
  private final List<Eval> evals = new ArrayList<>();
  private final List<Trigger> triggers = new ArrayList<>();

  public EvalReader(SkillTree tree, FindingList findings) {
    this.tree = tree;
    this.findings = findings;
  }

  /// Whether a path is one that this reader parses.
  public static boolean reads(String path) {
    return path.startsWith(FOLDER)
        && path.endsWith(".json")
        && path.indexOf('/', FOLDER.length()) < 0;
  }

  /// @param name the skill's name as far as it is known
  public Evals read(Sources sources, Optional<String> name) {
    for (SourceText source : sources.texts()) {
      if (source.isWhole() && reads(source.path())) {
        file(source, name);
      }
    }
    for (String path : sources.withoutText(MAIN::equals)) {
      findings.add(EvalRule.MALFORMED.in(path, path + " is too large, or is not text."));
    }
    return new Evals(evals, triggers);
  }

  private void file(SourceText source, Optional<String> name) {
    boolean main = source.path().equals(MAIN);
    try {
      Node root = JsonReader.read(source.text());
      if (root instanceof Node.Items items && isTriggers(items)) {
        new TriggerSet(source, findings).read(items, triggers);
      } else if (root instanceof Node.Fields fields && (main || fields.find("evals").isPresent())) {
        new EvalSet(source, tree, findings).read(fields, name, evals);
      } else if (main) {
        findings.add(
            EvalRule.WRONG_SHAPE.at(
                source.path(),
                1,
                "The file is " + root.kind() + " of another kind.",
                source.line(1)));
      }
    } catch (MalformedDocument e) {
      findings.add(
          EvalRule.MALFORMED.at(
              source.path(),
              e.line(),
              "This is not valid JSON: " + e.problem() + ".",
              source.line(e.line())));
    }
  }

  private static boolean isTriggers(Node.Items items) {
    return !items.items().isEmpty()
        && items.items().getFirst() instanceof Node.Fields first
        && (first.find("query").isPresent() || first.find("should_trigger").isPresent());
  }
}
