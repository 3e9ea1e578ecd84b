package dev.assay.intake.format;

import dev.assay.intake.document.Node;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.Manifest;
import java.util.Optional;

/// SKILL.md as far as it could be read.
///
/// @param frontmatter present when it is a mapping
/// @param manifest present when the frontmatter has no errors
/// @param name the name as far as it is known, good or not
/// @param bodyLine the first line of the body
public record SkillMd(
    SourceText source,
    Optional<Node.Fields> frontmatter,
    Optional<Manifest> manifest,
    Optional<String> name,
    int bodyLine) {
  public String body() {
    return bodyLine > source.lines() ? "" : source.text().substring(source.start(bodyLine));
  }
}
