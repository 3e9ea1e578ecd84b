package dev.assay.validation.evidence;

import dev.assay.skill.SkillName;
import java.util.Optional;
import java.util.UUID;

/// A skill that executing agents can choose.
///
/// @param tree the digest its folder is named by
/// @param id empty for one that is built in to make choosing mean something
public record ListedSkill(SkillName name, String description, String tree, Optional<UUID> id) {}
