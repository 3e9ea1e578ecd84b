package dev.assay.validation.evidence;

import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.decision.ProofTerms;
import dev.assay.validation.scoring.ScoringPolicy;
import java.util.List;
import java.util.Objects;

/// What a run begins with and keeps to, whatever changes meanwhile.
///
/// @param imageNumber of the runtime image that was current
/// @param listed everything agents can choose from, in the order they see it
/// @param rehearsal whether rules take the place of a model
public record Setup(
    int imageNumber,
    SandboxImage image,
    ScoringPolicy policy,
    List<ListedSkill> listed,
    boolean rehearsal,
    String digest,
    ProofTerms proof) {
  public Setup {
    listed = List.copyOf(listed);
    proof = Objects.requireNonNullElse(proof, ProofTerms.QUICK); // not in older records
  }

  /// Without one of them, for what was there before it.
  public List<ListedSkill> without(String name) {
    return listed.stream().filter(each -> !each.name().text().equals(name)).toList();
  }
}
