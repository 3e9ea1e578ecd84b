package dev.assay.skill;

import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.eval.Evals;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A skill that passed intake: the admitted tree by name and digest, with its manifest,
/// requirements and findings.
///
/// @param digest names the admitted tree, which leaves out `evals/` and junk
/// @param files the admitted tree, sorted by path
/// @param evalsDigest names the folder `evals/`, which executing agents never see
/// @param findings warnings and evidence; never an error
public record Bundle(
    Manifest manifest,
    Digest digest,
    List<BundleFile> files,
    Optional<Digest> evalsDigest,
    Dependencies dependencies,
    Evals evals,
    List<Finding> findings) {
  public Bundle {
    files = files.stream().sorted(Comparator.comparing(BundleFile::path)).toList();
    findings = List.copyOf(findings);
    if (files.stream().noneMatch(file -> file.path().equals("SKILL.md"))) {
      throw new IllegalArgumentException("a skill has a SKILL.md");
    }
    if (findings.stream().anyMatch(Finding::isError)) {
      throw new IllegalArgumentException("a skill with errors is refused, not bundled");
    }
  }

  public Bundle withFindings(List<Finding> others) {
    return new Bundle(manifest, digest, files, evalsDigest, dependencies, evals, others);
  }

  public SkillName name() {
    return manifest.name();
  }
}
