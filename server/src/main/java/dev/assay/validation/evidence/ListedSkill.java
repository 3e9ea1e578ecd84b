package dev.assay.validation.evidence;

import dev.assay.skill.SkillName;
import java.util.Optional;
import java.util.UUID;

/// A skill that agents can choose.
///
/// @param tree the digest that names its folder
/// @param id the skill's id; empty for a built-in decoy
public record ListedSkill(SkillName name, String description, String tree, Optional<UUID> id) {}
