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

/// The result of checking a skill.
public sealed interface Examination {
  /// Returns the findings. A check lists errors first, then sorts by file and line; a finding added
  /// later comes last.
  List<Finding> findings();

  /// Returns the skill's name, if it could be read.
  Optional<String> name();

  /// Returns the digest of the admitted tree; empty if the skill's files were not found.
  Optional<Digest> digest();

  Dependencies dependencies();

  Evals evals();

  /// Returns this result with one more finding. An error makes it a refusal.
  default Examination with(Finding finding) {
    List<Finding> more = new ArrayList<>(findings());
    more.add(finding);
    return this instanceof Accepted(Bundle bundle) && !finding.isError()
        ? new Accepted(bundle.withFindings(more))
        : new Refused(name(), digest(), dependencies(), evals(), more);
  }

  /// Returns a refusal for a skill that could not be read because of a fault of the machine.
  static Examination unreadable(String message) {
    return new Refused(
        Optional.empty(),
        Optional.empty(),
        Dependencies.NONE,
        Evals.NONE,
        List.of(ArchiveRule.UNREADABLE.about(message)));
  }

  /// A skill without errors. It may have warnings and notes.
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

  /// A skill with at least one error.
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

    /// Returns the error code for the caller of an upload. It tells a size limit, a bad archive and
    /// a bad skill format apart.
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
