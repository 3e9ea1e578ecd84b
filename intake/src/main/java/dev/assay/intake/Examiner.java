package dev.assay.intake;

import dev.assay.intake.archive.ArchiveRule;
import dev.assay.intake.archive.NestedArchives;
import dev.assay.intake.dependency.DependencyReader;
import dev.assay.intake.eval.EvalReader;
import dev.assay.intake.format.SkillMd;
import dev.assay.intake.format.SkillMdReader;
import dev.assay.intake.portability.ManifestPortability;
import dev.assay.intake.portability.References;
import dev.assay.intake.portability.ScriptFiles;
import dev.assay.intake.program.MissingScripts;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.rule.MoreRule;
import dev.assay.intake.rule.PolicyRule;
import dev.assay.intake.scan.Indicators;
import dev.assay.intake.scan.Scan;
import dev.assay.intake.tree.SkillTree;
import dev.assay.intake.tree.Sources;
import dev.assay.intake.tree.TreeDigest;
import dev.assay.intake.tree.TreeFile;
import dev.assay.intake.tree.TreeLayout;
import dev.assay.skill.Bundle;
import dev.assay.skill.Digest;
import dev.assay.skill.Finding;
import dev.assay.skill.Risk;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.eval.Evals;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Checks one skill by every rule in a fixed order. An instance is for one skill only.
final class Examiner {
  private static final Comparator<Finding> ORDER =
      Comparator.comparing(Finding::severity)
          .thenComparing(Finding::file)
          .thenComparingInt(Finding::line)
          .thenComparing(Finding::code);

  private static final int PER_FILE = 200;
  private static final int IN_ALL = 1000;

  private final IntakeLimits limits;
  private final FindingList findings;
  private final Indicators indicators;
  private final Optional<Risk.Level> block;
  private Optional<SkillTree> tree = Optional.empty();

  Examiner(
      IntakeLimits limits,
      Intake.Letter letter,
      Indicators indicators,
      Optional<Risk.Level> block) {
    this.indicators = indicators;
    this.block = block;
    this.limits = limits;
    this.findings = new FindingList(PER_FILE, IN_ALL, letter.refused());
  }

  /// Returns the skill's files, once they are found.
  Optional<SkillTree> tree() {
    return tree;
  }

  /// @param folder the name of the folder that was sent; empty for an archive
  Examination examine(SkillTree sent, Optional<String> folder) throws IOException {
    return switch (TreeLayout.of(sent)) {
      case TreeLayout.Unclear(Finding finding) -> {
        findings.add(finding);
        yield refused(Optional.empty(), Optional.empty());
      }
      case TreeLayout.Found(SkillTree found, Optional<String> inner) ->
          skill(found, inner.or(() -> folder));
    };
  }

  private Examination skill(SkillTree found, Optional<String> folder) throws IOException {
    tree = Optional.of(found);
    TreeFile manifest = found.find(TreeLayout.SKILL_MD).orElseThrow();
    if (manifest.size() > limits.skillMdBytes()) {
      findings.add(
          ArchiveRule.SKILL_MD_TOO_LARGE.in(
              TreeLayout.SKILL_MD, "SKILL.md has " + manifest.size() + " bytes."));
      return refused(Optional.empty(), Optional.empty());
    }
    Sources sources = Sources.read(found.withoutJunk(), Examiner::isParsed);
    NestedArchives nested = new NestedArchives(limits.forArchives(), sources::add);
    Optional<Finding> bomb = nested.look(found.withoutJunk());
    if (bomb.isPresent()) {
      findings.add(bomb.get());
      return refused(Optional.empty(), Optional.empty());
    }
    return text(found, folder, sources, nested.unreadable());
  }

  private Examination text(
      SkillTree found, Optional<String> folder, Sources sources, List<String> unreadable)
      throws IOException {
    byte[] bytes = bytes(found);
    SkillMd skill = new SkillMdReader(findings).read(bytes, folder);
    ManifestPortability.check(skill, startsWithMark(bytes), findings);
    List<MissingScripts.Missing> missing = MissingScripts.of(sources);
    new References(found, sources, missing, findings).check(skill.source(), skill.bodyLine());
    new ScriptFiles(found, sources, findings).check();
    Dependencies dependencies =
        new DependencyReader(sources, findings).read(skill.source(), skill.frontmatter());
    Evals evals = new EvalReader(found, findings).read(sources, skill.name());
    new Scan(sources, dependencies, indicators, missing, findings).run(unreadable);
    block
        .flatMap(level -> PolicyRule.block(level, findings.kept(), findings.dropped()))
        .ifPresent(findings::add);
    TreeDigest digest = TreeDigest.of(found.admitted());
    if (skill.manifest().isEmpty() || findings.errors() > 0) {
      return new Examination.Refused(
          skill.name(), Optional.of(digest.digest()), dependencies, evals, sorted());
    }
    return new Examination.Accepted(
        new Bundle(
            skill.manifest().get(),
            digest.digest(),
            digest.files(),
            evalsDigest(found.evals()),
            dependencies,
            evals,
            sorted()));
  }

  private List<Finding> sorted() {
    List<Finding> sorted = new ArrayList<>(findings.kept());
    sorted.sort(ORDER);
    if (findings.dropped() > 0) {
      MoreRule rule = findings.droppedErrors() > 0 ? MoreRule.MORE_ERRORS : MoreRule.MORE;
      sorted.add(rule.about("There are " + findings.dropped() + " more."));
    }
    return sorted;
  }

  private static Optional<Digest> evalsDigest(SkillTree evals) throws IOException {
    return evals.files().isEmpty() ? Optional.empty() : Optional.of(TreeDigest.of(evals).digest());
  }

  private Examination refused(Optional<String> name, Optional<Digest> digest) {
    return new Examination.Refused(name, digest, Dependencies.NONE, Evals.NONE, sorted());
  }

  private static boolean isParsed(String path) {
    return path.equals(TreeLayout.SKILL_MD)
        || EvalReader.reads(path)
        || DependencyReader.reads(path);
  }

  private static byte[] bytes(SkillTree tree) throws IOException {
    try (InputStream in = tree.open(tree.find(TreeLayout.SKILL_MD).orElseThrow())) {
      return in.readAllBytes();
    }
  }

  private static boolean startsWithMark(byte[] bytes) {
    return bytes.length > 2
        && bytes[0] == (byte) 0xef
        && bytes[1] == (byte) 0xbb
        && bytes[2] == (byte) 0xbf;
  }
}
