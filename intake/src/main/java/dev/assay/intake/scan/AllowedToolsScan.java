package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.Optional;

/// Compares the tools that a skill asks for with the actions of its scripts. A skill that only
/// reads has no reason to open connections, start programs or write files.
final class AllowedToolsScan {
  private static final int FRONTMATTER = 4_000;
  private static final Regex ALLOWED =
      new Regex("(?m)^allowed-tools:([^\\n]*(?:\\n[ \\t]*-[^\\n]*)*)");
  private static final Regex RUNS =
      new Regex("(?i)bash|shell|exec|web|\\*|terminal|mcp|run|python|node|task");
  private static final Regex NAMED = new Regex("[A-Za-z]{3,}");
  private static final Regex WRITES = new Regex("(?i)write|edit|create");
  private static final Regex STARTS =
      new Regex(
          "\\bsubprocess\\.\\w+\\s*\\(|\\bos\\.(?:system|popen)\\s*\\(|\\brequire\\(\\s*[\"'](?:node:)?child_process|(?:^|[^.\\w])(?:eval|exec)\\s*\\(");
  private static final Regex WRITTEN =
      new Regex(
          "\\bopen\\s*\\([^)\\n]*,\\s*[\"'][wax]|\\.write_(?:text|bytes)\\s*\\(|\\bwriteFile(?:Sync)?\\s*\\(");

  private AllowedToolsScan() {}

  static void look(Sources sources, FindingList findings) {
    String skill = sources.find("SKILL.md").map(SourceText::text).orElse("");
    Optional<String> allowed = allowed(skill);
    if (allowed.isEmpty() || RUNS.finds(allowed.get())) {
      return;
    }
    boolean writes = WRITES.finds(allowed.get());
    for (SourceText source : sources.texts()) {
      if (!source.extension().equals(".md") && MismatchScan.isCode(source)) {
        for (int line = 1; line <= source.lines(); line++) {
          String text = source.line(line);
          if (MismatchScan.connects(text)
              || STARTS.finds(text)
              || (!writes && WRITTEN.finds(text))) {
            findings.add(
                ScanRule.MISMATCH.at(
                    source.path(),
                    line,
                    "The script opens a connection, starts a program or writes a file, but the"
                        + " skill asks only for tools that do not.",
                    SecretScan.mask(source.excerpt(line))));
            return;
          }
        }
      }
    }
  }

  /// Returns the tools that the frontmatter names.
  private static Optional<String> allowed(String skill) {
    String head = skill.substring(0, Math.min(FRONTMATTER, skill.length()));
    if (!head.contains("allowed-tools:")) {
      return Optional.empty();
    }
    Matcher found = ALLOWED.matcher(head);
    return found.find() && NAMED.finds(found.group(1))
        ? Optional.of(found.group(1))
        : Optional.empty();
  }
}
