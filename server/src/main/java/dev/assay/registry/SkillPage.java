package dev.assay.registry;

import java.util.List;

/// A part of a list, and how long the whole is.
public record SkillPage(List<Skill> skills, int page, int size, long total) {}
