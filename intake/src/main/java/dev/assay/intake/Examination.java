package dev.assay.intake;

import dev.assay.intake.archive.ArchiveRule;
import dev.assay.skill.Bundle;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Finding;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.eval.Evals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What became of a skill that was sent.
public sealed interface Examination {
  /// Everything found, sorted by file and line.
  List<Finding> findings();

  /// The name as far as it is known.
  Optional<String> name();

  /// The admitted tree's digest as far as there is a tree.
  Optional<Digest> digest();

  Dependencies dependencies();

  Evals evals();

  /// The same with one more thing found; an error refuses it.
  default Examination with(Finding finding) {
    List<Finding> more = new ArrayList<>(findings());
    more.add(finding);
    return this instanceof Accepted(Bundle bundle) && !finding.isError()
        ? new Accepted(bundle.withFindings(more))
        : new Refused(name(), digest(), dependencies(), evals(), more);
  }

  /// For a skill that the machine could not read.
  static Examination unreadable(String message) {
    return new Refused(
        Optional.empty(),
        Optional.empty(),
        Dependencies.NONE,
        Evals.NONE,
        List.of(ArchiveRule.UNREADABLE.about(message)));
  }

  /// Good enough to go on; may carry warnings and evidence.
  record Accepted(Bundle bundle) implements Examination {
    @Override
    public List<Finding> findings() {
      return bundle.findings();
    }

    @Override
    public Optional<String> name() {
      return Optional.of(bundle.name().text());
    }

    @Override
    public Optional<Digest> digest() {
      return Optional.of(bundle.digest());
    }

    @Override
    public Dependencies dependencies() {
      return bundle.dependencies();
    }

    @Override
    public Evals evals() {
      return bundle.evals();
    }
  }

  /// Refused, with at least one error.
  record Refused(
      Optional<String> name,
      Optional<Digest> digest,
      Dependencies dependencies,
      Evals evals,
      List<Finding> findings)
      implements Examination {
    public Refused {
      findings = List.copyOf(findings);
      if (findings.stream().noneMatch(Finding::isError)) {
        throw new IllegalArgumentException("a refusal needs an error");
      }
    }

    /// The error for a caller of the upload: too much of something, an archive that cannot be
    /// trusted, or a skill that does not follow the format.
    public ErrorCode errorCode() {
      for (Finding finding : findings) {
        if (finding.isError() && finding.code().startsWith("archive.")) {
          return finding.code().endsWith("too-large")
              ? ErrorCode.FILE_TOO_LARGE
              : ErrorCode.INVALID_ZIP;
        }
      }
      return ErrorCode.INVALID_SKILL_FORMAT;
    }
  }
}
