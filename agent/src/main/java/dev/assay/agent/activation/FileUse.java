package dev.assay.agent.activation;

import dev.assay.skill.SkillName;
import dev.assay.skill.task.Activation.Use;

/// A skill's file that a command uses.
public record FileUse(SkillName skill, Use use, String path) {}
