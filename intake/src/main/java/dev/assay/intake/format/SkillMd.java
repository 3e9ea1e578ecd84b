package dev.assay.intake.format;

import dev.assay.intake.document.Node;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.Manifest;
import java.util.Optional;

/// The readable parts of SKILL.md.
///
/// @param frontmatter the fields; present when the frontmatter is a mapping
/// @param manifest the manifest; present when the frontmatter has no errors
/// @param name the name, also a bad one, if it could be read
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
